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
  username_taken: 'This username is taken. Choose another.',
  wrong_credentials: 'Email or username and password do not match.',
  wrong_password: 'The current password is not right. Nothing was changed.',
  proof_needed: 'Sign in again, then do this within 10 minutes. Nothing was changed.',
  password_too_common:
    'This password is on lists of often used ones, or close to your name. Choose another; a few words in a row are good.',
  too_many_tries:
    'Too many wrong tries. Wait {{seconds}} s, or choose a new password with “Forgot password?”.',
  code_invalid: 'This link is wrong, used or too old. Ask for a new one.',
  registration_closed: 'Registration is closed here. Ask for an invitation.',
  registration_code_needed: 'The first account needs the code that the server wrote into its log.',
  account_suspended: 'This account is suspended. Contact the server administrator.',
  own_account: 'This is not possible for the account you are in. Switch to another one first.',
  owner_unconfirmed:
    'The page can go public once the owner of this account has confirmed their email address. Ask the owner to follow the link in the email we sent.',
  email_unconfirmed: 'Confirm your email address first: follow the link in the email we sent you.',
  email_already_confirmed: 'Your address is confirmed already.',
  second_factor_required: 'Enter the code of your authenticator app.',
  second_factor_on: 'Two-step verification is on already.',
  second_factor_off: 'Two-step verification is off.',
  wrong_factor_code:
    'This code is not right. Codes change every 30 seconds; check that the clock of your phone is right.',
  passkey_refused: 'The passkey was not accepted. Try again or sign in another way.',
  social_denied: 'You canceled the sign-in there. Nothing was changed.',
  social_failed: 'The sign-in service did not answer as it should. Try again in a moment.',
  identity_email_in_use:
    'There is an account already. Sign in the way you used before, then connect this service under Account.',
  identity_taken: 'This sign-in is already connected to another user.',
  last_sign_in_method: 'This is your only way to sign in. Set a password or connect another service first.',
  image_invalid: 'This is not a picture we can read. Use PNG, JPEG or WebP.',
  knowledge_model_unknown: 'This model isn’t available here. Choose another one.',
  document_not_ready: 'This document is still being read. Wait until it is ready and try again.',
  document_unreadable: 'This file could not be read. It may be damaged or protected by a password.',
  upload_gap: 'A part of the file is missing. The upload continues from there.',
  upload_corrupt: 'The file changed while it was sent. Choose it again.',
  website_exists: 'This base already reads that address.',
  website_address_refused: 'That address can’t be read. It has to be a public web address.',
  too_many_test_questions: 'A set can hold 2,000 questions. Delete some, or create another set.',
  question_set_empty: 'There are no questions in this set yet. Add one first.',
  no_language_model:
    'No language model is set up, so nothing can be written automatically. Add the key of a model, or write it yourself.',
  too_many_curated: 'This bot has 500 prepared answers, which is the most. Delete one first.',
  too_many_accounts: 'You own 20 accounts, which is the most. Delete one first.',
  owner_stays: 'The owner stays until another member is made the owner.',
  already_member: 'This user is already a member of the account.',
  already_invited: 'This address is invited already. Send the invitation again instead.',
  name_differs: 'What you typed is not your username. Nothing was deleted.',
  transfer_first:
    'An account that you own has other members. Make one of them the owner, or remove them first.',
  export_running: 'An export is being made already. Wait for it or stop it.',
  export_not_ready: 'This export has no file to download.',
  file_missing: 'No file arrived. Choose a file and try again.',
  file_empty: 'This file is empty.',
  file_too_large: 'This file is too large. Split it or make it smaller.',
  file_type_unsupported: 'This kind of file can’t be read. Save it as PDF, Word, Excel or plain text.',
  file_infected: 'This file contains harmful software and was not kept.',
  scanner_unavailable:
    'Files can’t be checked for harmful software at the moment. Try again in a few minutes.',
  knowledge_in_use: 'A bot still uses this knowledge. Detach it first.',
  service_unavailable_model: 'This model is not set up on this server. Choose another model.',
  nothing_to_publish: 'Nothing was changed since it was published.',
  sample_text_in_use: 'This bot still uses sample text. Replace it on the Publish tab first.',
  message_empty: 'Write something first.',
  message_not_deliverable: 'This message cannot be delivered to the customer.',
  message_not_failed: 'This message was already delivered.',
  name_taken: 'The name is in use already. Choose another one.',
  too_many_customer_fields:
    'This account has 100 fields. Archiving does not free a place; rename one that is not used any more.',
  too_many_tags:
    'This account has reached its limit of tags. Delete or merge tags that are not used any more.',
  too_many_segments:
    'This account has reached its limit of segments. Delete the ones that are not used any more.',
  customer_known: 'Another customer has this phone number or email address already.',
  merge_too_old: 'This merge is more than 30 days old and can no longer be undone.',
  segment_in_use: 'This segment is in use. Take it out there first.',
  segment_broken: 'A condition of this segment is broken. Mend it first.',
  segment_is_snapshot: 'The conditions of a snapshot cannot be changed.',
  too_many_rich_menus: 'There are as many rich menus as there can be. Delete one that you no longer need.',
  channel_without_menus: 'Only LINE official accounts have rich menus. Choose a LINE channel.',
  rich_menu_changed: 'Someone else has just changed this rich menu. Reload the page to see the changes.',
  rich_menu_used: 'Another rich menu leads to this one. Change its tap area first.',
  rich_menu_incomplete: 'Something is missing in this rich menu. The list beside it says what.',
  rich_message_incomplete: 'Something is missing in this rich message. The list beside it says what.',
  too_many_message_templates:
    'The account has reached its limit of message templates. Delete some that are no longer used.',
  message_template_changed:
    'A colleague has just changed this template. Reload the page to see the change; what you typed is kept here.',
  message_not_ready: 'The message lacks something. Complete what is marked in red, then try again.',
  payment_unavailable:
    'The payment service can’t be reached right now. Try again in a moment; you are not charged twice.',
  payment_refused: 'The payment service refused this. Reload the page to see where the payment stands.',
  payment_key_used: 'This payment was begun differently. Reload the page and start again.',
  unprintable: 'Receipts can’t print some of these characters.',
  receipt_unavailable:
    'The operator of this service has not entered its name yet, so no receipt can be issued. Ask them to set it.',
  receipt_unchanged: 'The receipt already shows these billing details.',
  too_many_receipts: 'This receipt was corrected too often. Contact the operator of this service.',
  too_many_broadcasts:
    'The account has reached its limit of broadcasts. Delete some that are no longer needed.',
  broadcast_changed: 'A colleague has just changed this broadcast. Reload the page to see the change.',
  broadcast_state:
    'This is not possible with the broadcast as it is now. Reload the page to see where it stands.',
  broadcast_not_ready: 'Something is missing in this broadcast. Its check says what.',
  feed_unreadable:
    'Nothing usable was found at this address. Check that it opens in a browser and shows a feed (RSS, Atom), a CSV file or a picture.',
  too_many_rich_messages:
    'There are as many rich messages as there can be. Delete one that you no longer need.',
  rich_message_changed:
    'Someone else has just changed this rich message. Reload the page to see the changes.',
  picture_too_large: 'The picture has too many pixels. Use one with at most 50 megapixels.',
  picture_missing: 'A picture used here is gone. Upload it again.',
  rich_menu_file_wrong: 'This file is not an exported rich menu. Choose a file that was saved with “Export”.',
  rich_menu_too_large:
    'The pictures of this rich menu are too large for one file. Use smaller ones (30 MB together).',
  picture_unsupported:
    'This picture cannot be read. Use a JPEG, PNG or WebP; save photos from an iPhone (HEIC) as JPEG first.',
  task_state: 'This is no longer possible. The page shows how things stand now.',
  more_customers: 'There are more customers in this list by now. Check it and try again.',
  segment_too_slow: 'This segment takes too long to search. Use fewer conditions or try again later.',
  too_many_action_rules:
    'This account has reached its limit of 100 rules. Delete the ones that are not used any more.',
  too_many_forms:
    'This account has reached its limit of 200 forms. Delete the ones that are not used any more.',
  form_changed: 'Another person has changed this form meanwhile. Reload the page to see their changes.',
  form_incomplete: 'Something is missing in this form. Fill in what is marked, then publish it.',
  too_many_posts: 'The account has reached its limit of 2,000 posts. Delete some that are no longer needed.',
  post_changed: 'Another person has changed this post meanwhile. Reload the page to see their changes.',
  post_incomplete: 'The post has no title or no text yet. Add what is missing, then publish it.',
  post_not_published: 'This post is not published. Publish it first.',
  translation_exists: 'There is a post in this language already. Open it from the details of this post.',
  text_too_long: 'The text is too long for this. Select a part of it and try again.',
  no_passages:
    'The knowledge base has nothing on this topic. Change the topic, or choose another knowledge base.',
  form_not_open: 'This form takes no submissions at the moment. Publish or open it first.',
  too_many_open_forms:
    'This person already has 20 forms to answer in the chat. Wait until some are answered.',
  form_answered: 'You have already sent this form.',
  tag_group_conflict: 'Some customers have several tags of this group. Take the extra ones away first.',
  tool_name_taken: 'The bot has a tool of this name already. Choose another one.',
  too_many_tools: 'This bot has 20 tools, and more are not possible. Delete one first.',
  tool_address_refused: 'This address can’t be called. It has to be a public web address.',
  tool_secret_needed: 'Enter this value again.',
  tool_unreachable: 'The other system did not answer. Check the address and try again.',
  n8n_not_connected: 'This account is not connected to n8n yet. Connect it first.',
  n8n_unreachable: 'n8n did not answer. Check that it is running, then try again.',
  n8n_not_found: 'This address answers, but not as n8n. Check the address.',
  n8n_api_off:
    'There is no public API at this address. Check the address, and that the API is switched on in n8n.',
  n8n_key_refused:
    'n8n does not accept this API key. It is wrong or has expired, or the API is switched off. Create a new key in n8n under Settings, n8n API.',
  n8n_scope_missing: 'This API key may not list workflows. Give it the scope workflow:list in n8n.',
  n8n_too_large:
    'A workflow with the tag hanasu is too large to be read: more than 2 MB with its draft. Make it smaller, or remove its tag in n8n.',
  connection_changed:
    'Another person has changed this connection meanwhile. Reload the page to see the changes.',
  tool_confirmation_closed: 'This was decided already, or the time to decide is over.',
  channel_exists: 'This official account is already connected.',
  channel_credentials_rejected: 'The credentials were not accepted. Check them and try again.',
  channel_vendor_unreachable: 'The platform did not answer. Nothing was changed; try again soon.',
  channel_webhook_failed: 'The test message could not be delivered to this server.',
  channel_not_sandbox: 'This works only with a sandbox channel.',
  channel_permission_refused:
    'The official account did not give its permission. Nothing was changed; start again and allow everything.',
  channel_needs_credentials: 'The stored credentials of this channel can’t be opened. Enter them again.',
  channel_permission_unknown: 'This sign-in attempt has expired. Start connecting again.',
  channel_other_account:
    'These credentials belong to another official account. Connect that one as a channel of its own.',
  channel_action_unsupported: 'This channel cannot do that.',
  channel_built_in: 'This channel belongs to the web chat. Change it there.',
  event_not_replayable: 'This event can’t be retried: its content is no longer kept.',
  sync_running: 'This channel is already being synced.',
  sync_unsupported: 'This channel does not list its followers. Friends appear here as soon as they write.',
  pattern_unsafe:
    'A pattern cannot be read, or uses what is not allowed here (look-around and back-references).',
  channel_disconnected:
    'This channel is disconnected. Connect it again to write to its customers. Your text is kept.',
  conversation_not_closed: 'This conversation has changed since you resolved it.',
  conversation_taken: 'A team member is handling this conversation. Take it over to reply.',
  sending_window_closed:
    'The messaging window is closed: this customer has to write first. Your text is kept.',
  sending_quota_short: 'This month’s message quota is used up or kept in reserve. Your text is kept.',
  media_type_unsupported: 'This kind of file cannot be sent on this channel.',
  canned_shortcut_taken: 'Another canned reply has this shortcut already.',
  disk_full:
    'The server’s disk is almost full, so files can’t be uploaded now. Ask the server administrator to free space.',
  storage_quota_reached:
    'The file storage of this account is full. Delete documents you no longer need, or ask the server administrator for more.',
  too_many_canned: 'There are 500 canned replies already. Delete some first.',
  notify_not_linked: 'You are not connected there yet.',
  conversation_not_found: 'This conversation no longer exists.',
  chat_limit_reached: 'You have asked as many questions as this chat allows for now. Please try again later.',
  site_not_allowed: 'This website is not on the list of sites that may show this chat.',
  identity_invalid: 'The site could not prove who you are. Please tell the site’s owner.',
  identity_needed: 'This chat is for signed-in visitors of the site only.',
  identity_secret_missing: 'Create a secret key for visitors first.',
  slug_taken: 'This address is taken. Choose a different one.',
  bot_not_published: 'Publish the bot first; then it can be listed in the gallery.',
  not_a_template: 'The owner of this bot doesn’t offer it as a template.',
  reported_already: 'You have already reported this bot today. Thank you.',
  conversation_busy: 'The last question is still being answered. Try again in a moment.',
  too_many_shares: 'This chat has 20 share links already. End one of them first.',
  group_without_bot: 'No bot of this group can answer now. Check its members.',
  message_not_found: 'That message is no longer there. Reload the page.',
  attachment_not_found: 'An attached file is no longer there. Attach it again.',
  attachment_unreadable: 'This file could not be read. It may be damaged or protected by a password.',
  balance_empty: 'There are no tokens left, or a token budget is used up. See the Tokens page.',
  balance_busy: 'Other answers are using all the tokens. Try again in a moment.',
  model_failed: 'The model did not answer. Your message is kept; try again.',
  budget_exists: 'There is a budget for this period already. Change that one.',
  too_many_budgets: 'There are 200 budgets, which is the most. Remove one first.',
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
  too_many_web_hooks: 'You have reached the maximum of 20 webhooks. Remove one first.',
  address_not_allowed: 'This address is inside a private network and cannot be called.',
  signature_invalid: 'The signature of this request is wrong.',
  database_unavailable: 'The server is not ready. Try again in a moment.',
  internal:
    'Something went wrong on the server. Try again; if it happens again, tell the server administrator.',
  network_error: 'No connection to the server. What you typed is kept; try again.',
  timeout: 'The server took too long to answer. Try again.',
  aborted: 'Stopped.',
} as const satisfies Record<ApiErrorCode, string>;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly errors: typeof errors;
  }
}
