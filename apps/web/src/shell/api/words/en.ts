import type { ApiErrorCode } from '../api-error.ts';

/** What happened, what was kept, what to do: by error code. */
export const errors = {
  validation_failed: 'Some entries need a correction. Nothing was saved yet.',
  malformed_body: 'The request could not be read. Reload the page and try again.',
  unsupported_content_type: 'This kind of content is not accepted here.',
  body_too_large: 'This is too large to send.',
  not_signed_in: 'Please sign in.',
  session_expired: 'Your session has ended. Please sign in again.',
  forbidden: 'Your role does not allow this. Ask an owner or admin of this account.',
  not_found: 'This no longer exists, or it belongs to another account.',
  method_not_allowed: 'This action does not exist.',
  rate_limited: 'Too many tries in a short time. Wait a moment, then try again.',
  username_taken: 'This user name is taken. Choose another.',
  wrong_credentials: 'E-mail or user name and password do not match.',
  wrong_password: 'The current password is not right. Nothing was changed.',
  proof_needed: 'Sign in again, then do this within ten minutes. Nothing was changed.',
  password_too_common:
    'This password is on lists of often used ones, or close to your name. Choose another; a few words in a row are good.',
  too_many_tries:
    'Too many wrong tries. Wait {{seconds}} s, or choose a new password with “Forgot password?”.',
  code_invalid: 'This link is wrong, used or too old. Ask for a new one.',
  registration_closed: 'Registration is closed here. Ask for an invitation.',
  registration_code_needed: 'The first account needs the code that the server wrote into its log.',
  account_suspended: 'This account is suspended. Write to whoever runs this installation.',
  own_account: 'This is not possible for the account you are in. Switch to another one first.',
  email_unconfirmed: 'Confirm your address first: follow the link in the mail we sent you.',
  email_already_confirmed: 'Your address is confirmed already.',
  second_factor_required: 'Enter the code of your authenticator app.',
  second_factor_on: 'Two-step sign-in is on already.',
  second_factor_off: 'Two-step sign-in is off.',
  wrong_factor_code:
    'This code is not right. Codes change every 30 seconds; check that the clock of your phone is right.',
  passkey_refused: 'The passkey was not accepted. Try again or sign in another way.',
  social_denied: 'You cancelled the sign-in there. Nothing was changed.',
  social_failed: 'The sign-in service did not answer as it should. Try again in a moment.',
  identity_email_in_use:
    'There is an account already. Sign in the way you used before, then connect this service under Account.',
  identity_taken: 'This sign-in is already connected to another person here.',
  last_sign_in_method: 'This is your only way to sign in. Set a password or connect another service first.',
  image_invalid: 'This is not a picture we can read. Use PNG, JPEG or WebP.',
  knowledge_model_unknown: 'This model isn’t available here. Choose another one.',
  document_not_ready: 'This document is still being read. Wait until it is ready and try again.',
  document_unreadable: 'This file could not be read. It may be damaged or protected by a password.',
  upload_gap: 'A part of the file is missing. It goes on from where it was.',
  upload_corrupt: 'The file changed while it was sent. Choose it again.',
  website_exists: 'This base already reads that address.',
  website_address_refused: 'That address can’t be read. It has to be a public web address.',
  too_many_test_questions: 'A set can hold 2,000 questions. Delete some, or make another set.',
  question_set_empty: 'There are no questions in this set yet. Add one first.',
  no_language_model:
    'No language model is set up, so nothing can be written automatically. Add the key of a model, or write it yourself.',
  too_many_curated: 'This bot has 500 prepared answers, which is the most. Delete one first.',
  too_many_accounts: 'You own 20 accounts, which is the most. Delete one first.',
  owner_stays: 'The owner stays until another member is made the owner.',
  already_member: 'This person belongs to the account already.',
  already_invited: 'This address is invited already. Send the invitation again instead.',
  name_differs: 'What you typed is not your user name. Nothing was deleted.',
  transfer_first:
    'Other people use an account that you own. Make one of them the owner, or remove them first.',
  export_running: 'An export is being made already. Wait for it or stop it.',
  export_not_ready: 'This export has no file to download.',
  file_missing: 'No file arrived. Choose a file and try again.',
  file_empty: 'This file is empty.',
  file_too_large: 'This file is too large. Split it or make it smaller.',
  file_type_unsupported: 'This kind of file can’t be read. Save it as PDF, Word, Excel or plain text.',
  knowledge_in_use: 'A bot still uses this knowledge. Detach it first.',
  service_unavailable_model: 'This model is not set up on this server. Choose another model.',
  nothing_to_publish: 'Nothing was changed since this bot was published.',
  message_empty: 'Write something first.',
  message_not_deliverable: 'This message cannot be delivered to the customer.',
  message_not_failed: 'This message was already delivered.',
  tool_name_taken: 'The bot has a tool of this name already. Choose another one.',
  too_many_tools: 'This bot has 20 tools, and more are not possible. Delete one first.',
  tool_address_refused: 'This address can’t be called. It has to be a public web address.',
  tool_secret_needed: 'Enter this value once more.',
  tool_unreachable: 'The other system did not answer. Check the address and try again.',
  tool_confirmation_closed: 'This was decided already, or the time to decide is over.',
  channel_exists: 'This official account is already connected.',
  channel_credentials_rejected: 'The credentials were not accepted. Check them and try again.',
  channel_vendor_unreachable: 'The messaging service did not answer. Nothing was changed; try again soon.',
  channel_webhook_failed: 'The test message could not be delivered to this server.',
  channel_not_sandbox: 'This works only with a sandbox channel.',
  channel_permission_refused:
    'The official account did not give its permission. Nothing was changed; start again and allow everything.',
  channel_needs_credentials: 'The stored credentials of this channel can’t be opened. Enter them again.',
  channel_permission_unknown:
    'This permission was not asked for here, or too long ago. Start connecting again.',
  channel_other_account:
    'These credentials belong to another official account. Connect that one as a channel of its own.',
  channel_action_unsupported: 'This channel cannot do that.',
  channel_built_in: 'This channel belongs to the chat on your site. Change it there.',
  event_not_replayable: 'This event cannot be applied again: its content is no longer kept.',
  sync_running: 'This channel is being synchronised already.',
  sync_unsupported: 'This channel does not tell who follows it. Friends appear here as soon as they write.',
  pattern_unsafe:
    'A pattern cannot be read, or uses what is not allowed here (look-around and back-references).',
  conversation_taken: 'A colleague has this conversation now. Take it over first if you want to answer.',
  sending_window_closed:
    'This person wrote too long ago: the channel does not deliver messages to them until they write again. Your text was kept.',
  sending_quota_short:
    'The messages of this month are used up, or kept in reserve. Your text was kept; it can be sent when the person writes again.',
  media_type_unsupported: 'This kind of file cannot be sent on this channel.',
  canned_shortcut_taken: 'Another reply has this shortcut already.',
  disk_full:
    "The server's disk is almost full, so files cannot be uploaded now. Ask whoever runs the server to free space.",
  storage_quota_reached:
    'The room for files of this account is used up. Delete documents you no longer need, or ask whoever runs the server for more.',
  too_many_canned: 'There are 500 canned replies already. Delete some first.',
  notify_not_linked: 'You are not connected there yet.',
  conversation_not_found: 'This conversation no longer exists.',
  chat_limit_reached: 'You have asked as many questions as this chat allows for now. Please try again later.',
  site_not_allowed: 'This web site is not on the list of sites that may show this chat.',
  identity_invalid: 'The site could not prove who you are. Please tell the site’s owner.',
  identity_needed: 'This chat is for signed-in visitors of the site only.',
  identity_secret_missing: 'Make a secret for signed visitors first.',
  slug_taken: 'Another bot has this address. Choose a different one.',
  bot_not_published: 'Publish the bot first; then it can be shown to everybody.',
  not_a_template: 'The owner of this bot doesn’t offer it as a template.',
  reported_already: 'You have already reported this bot today. Thank you.',
  conversation_busy: 'The last question is still being answered. Try again in a moment.',
  too_many_shares: 'This chat has 20 share links already. End one of them first.',
  group_without_bot: 'No bot of this group can answer now. Check its members.',
  message_not_found: 'That message is no longer there. Reload the page.',
  attachment_not_found: 'An attached file is no longer there. Attach it again.',
  attachment_unreadable: 'This file could not be read. It may be damaged or protected by a password.',
  balance_empty: 'There are no tokens left. Add tokens to go on.',
  balance_busy: 'Other answers are using all the tokens. Try again in a moment.',
  model_failed: 'The model did not answer. Your message is kept; try again.',
  too_many_api_keys: 'There are 50 keys, which is the most. Revoke one first.',
  too_many_model_keys: 'There are 20 model keys, which is the most. Remove one first.',
  model_key_exists: 'There is a key for this provider already. Replace that one.',
  model_key_in_use: 'Bots use this key. Look at which ones before you remove it.',
  model_key_wrong:
    'The provider does not know this key. Copy it again, as a whole, from the provider’s console.',
  model_key_no_access:
    'The provider does not let this key call models. Check its permissions, project and region in the provider’s console.',
  model_key_no_model: 'The provider has no such model for this key. Check the name, or choose another model.',
  model_key_no_credit: 'The account at the provider has no credit left. Add credit there, then try again.',
  model_key_busy: 'The provider takes no more calls just now. Wait a minute, then try again.',
  model_key_unreachable:
    'No model answered there. Check the address and whether the service is up, then try again.',
  model_key_address_refused:
    'This address is inside a private network. Whoever runs this server can allow it with ALLOW_PRIVATE_HOSTS.',
  too_many_web_hooks: 'There are 20 web hooks, which is the most. Remove one first.',
  address_not_allowed: 'This address is inside a private network and cannot be called.',
  signature_invalid: 'The signature of this request is wrong.',
  database_unavailable: 'The server is not ready. Try again in a moment.',
  internal: 'Something went wrong on the server. Try again; if it stays, tell the administrator.',
  network_error: 'No connection to the server. What you typed is kept; try again.',
  timeout: 'The server took too long to answer. Try again.',
  aborted: 'Stopped.',
} as const satisfies Record<ApiErrorCode, string>;

/** Words beside a field that does not fit. */
export const fields = {
  required: 'Fill this in.',
  tooShort: 'At least {{minimum}} characters.',
  tooLong: 'At most {{maximum}} characters.',
  tooSmall: 'At least {{minimum}}.',
  tooBig: 'At most {{maximum}}.',
  email: 'This is not an e-mail address.',
  invalid: 'This does not fit here.',
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly errors: typeof errors;
    readonly fields: typeof fields;
  }
}
