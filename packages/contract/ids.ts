import { z } from 'zod';

/** All ids are UUIDv7 made by the server; the brand keeps one kind from being passed for another. */
const id = <const Brand extends string>() => z.uuid().brand<Brand>();

export const AccountId = id<'AccountId'>();
export type AccountId = z.infer<typeof AccountId>;
export const UserId = id<'UserId'>();
export type UserId = z.infer<typeof UserId>;
export const SessionId = id<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;
export const BotId = id<'BotId'>();
export type BotId = z.infer<typeof BotId>;
export const KnowledgeId = id<'KnowledgeId'>();
export type KnowledgeId = z.infer<typeof KnowledgeId>;
export const DocumentId = id<'DocumentId'>();
export type DocumentId = z.infer<typeof DocumentId>;
export const EmbeddingId = id<'EmbeddingId'>();
export type EmbeddingId = z.infer<typeof EmbeddingId>;
export const ChannelId = id<'ChannelId'>();
export type ChannelId = z.infer<typeof ChannelId>;
export const CustomerId = id<'CustomerId'>();
export type CustomerId = z.infer<typeof CustomerId>;
export const TagId = id<'TagId'>();
export type TagId = z.infer<typeof TagId>;
export const TagGroupId = id<'TagGroupId'>();
export type TagGroupId = z.infer<typeof TagGroupId>;
export const CustomerFieldId = id<'CustomerFieldId'>();
export type CustomerFieldId = z.infer<typeof CustomerFieldId>;
export const CustomerMergeId = id<'CustomerMergeId'>();
export type CustomerMergeId = z.infer<typeof CustomerMergeId>;
export const SegmentId = id<'SegmentId'>();
export type SegmentId = z.infer<typeof SegmentId>;
export const ActionRuleId = id<'ActionRuleId'>();
export type ActionRuleId = z.infer<typeof ActionRuleId>;
export const CustomerTaskId = id<'CustomerTaskId'>();
export type CustomerTaskId = z.infer<typeof CustomerTaskId>;
export const FormId = id<'FormId'>();
export type FormId = z.infer<typeof FormId>;
export const FormSubmissionId = id<'FormSubmissionId'>();
export type FormSubmissionId = z.infer<typeof FormSubmissionId>;
export const FormFileId = id<'FormFileId'>();
export type FormFileId = z.infer<typeof FormFileId>;
export const RichMenuId = id<'RichMenuId'>();
export type RichMenuId = z.infer<typeof RichMenuId>;
export const TrackedLinkId = id<'TrackedLinkId'>();
export type TrackedLinkId = z.infer<typeof TrackedLinkId>;
export const LinePictureId = id<'LinePictureId'>();
export type LinePictureId = z.infer<typeof LinePictureId>;
export const MessageTemplateId = id<'MessageTemplateId'>();
export type MessageTemplateId = z.infer<typeof MessageTemplateId>;
export const BroadcastId = id<'BroadcastId'>();
export type BroadcastId = z.infer<typeof BroadcastId>;
export const RichMessageId = id<'RichMessageId'>();
export type RichMessageId = z.infer<typeof RichMessageId>;
export const FriendId = id<'FriendId'>();
export type FriendId = z.infer<typeof FriendId>;
export const ConversationId = id<'ConversationId'>();
export type ConversationId = z.infer<typeof ConversationId>;
export const MessageId = id<'MessageId'>();
export type MessageId = z.infer<typeof MessageId>;

export const InvitationId = id<'InvitationId'>();
export type InvitationId = z.infer<typeof InvitationId>;
export const PasskeyId = id<'PasskeyId'>();
export type PasskeyId = z.infer<typeof PasskeyId>;
export const ExportId = id<'ExportId'>();
export type ExportId = z.infer<typeof ExportId>;
export const MailId = id<'MailId'>();
export type MailId = z.infer<typeof MailId>;

export const ApiKeyId = id<'ApiKeyId'>();
export type ApiKeyId = z.infer<typeof ApiKeyId>;
export const GroupId = id<'GroupId'>();
export type GroupId = z.infer<typeof GroupId>;
export const ToolId = id<'ToolId'>();
export type ToolId = z.infer<typeof ToolId>;
export const ToolConfirmationId = id<'ToolConfirmationId'>();
export type ToolConfirmationId = z.infer<typeof ToolConfirmationId>;
export const CuratedId = id<'CuratedId'>();
export type CuratedId = z.infer<typeof CuratedId>;
export const AttachmentId = id<'AttachmentId'>();
export type AttachmentId = z.infer<typeof AttachmentId>;
export const VisitorId = id<'VisitorId'>();
export type VisitorId = z.infer<typeof VisitorId>;
export const WebHookId = id<'WebHookId'>();
export type WebHookId = z.infer<typeof WebHookId>;
export const WebHookDeliveryId = id<'WebHookDeliveryId'>();
export type WebHookDeliveryId = z.infer<typeof WebHookDeliveryId>;

export const UploadId = id<'UploadId'>();
export type UploadId = z.infer<typeof UploadId>;
export const WebsiteId = id<'WebsiteId'>();
export type WebsiteId = z.infer<typeof WebsiteId>;
export const QuestionSetId = id<'QuestionSetId'>();
export type QuestionSetId = z.infer<typeof QuestionSetId>;
export const TestQuestionId = id<'TestQuestionId'>();
export type TestQuestionId = z.infer<typeof TestQuestionId>;
export const TestRunId = id<'TestRunId'>();
export type TestRunId = z.infer<typeof TestRunId>;

export const MediaId = id<'MediaId'>();
export type MediaId = z.infer<typeof MediaId>;
export const CannedReplyId = id<'CannedReplyId'>();
export type CannedReplyId = z.infer<typeof CannedReplyId>;
export const ChannelLogId = id<'ChannelLogId'>();
export type ChannelLogId = z.infer<typeof ChannelLogId>;
export const FriendSyncId = id<'FriendSyncId'>();
export type FriendSyncId = z.infer<typeof FriendSyncId>;

/** Path parameters of the singular resources. */
export const uuidParams = <Schema extends z.ZodType>(schema: Schema) => z.object({ uuid: schema });

export const PaymentId = id<'PaymentId'>();
export type PaymentId = z.infer<typeof PaymentId>;

export const ModelKeyId = id<'ModelKeyId'>();
export type ModelKeyId = z.infer<typeof ModelKeyId>;
