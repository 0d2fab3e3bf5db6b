import type { Locale } from '@hanasu/contract/accounts';
import type { ReportReason } from '@hanasu/contract/gallery';

interface PageWords {
  readonly skip: string;
  readonly updated: (date: string) => string;
  readonly taggedWith: (tag: string) => string;
  readonly tags: string;
  readonly languages: string;
  readonly newer: string;
  readonly older: string;
  readonly pages: string;
  readonly feed: string;
  readonly empty: string;
  readonly report: string;
  readonly missing: {
    readonly title: string;
    readonly text: string;
    readonly elsewhere: string;
    readonly list: string;
  };
  readonly reporting: {
    readonly title: string;
    readonly why: string;
    readonly reasons: Readonly<Record<ReportReason, string>>;
    readonly more: string;
    readonly send: string;
    readonly back: string;
    readonly thanks: { readonly title: string; readonly text: string };
    readonly already: { readonly title: string; readonly text: string };
    readonly failed: { readonly title: string; readonly text: string };
    readonly tooMany: { readonly title: string; readonly text: string };
  };
}

/** Each in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  ja: '日本語',
  vi: 'Tiếng Việt',
};

/** Texts of the public pages. */
export const PAGE_WORDS: Readonly<Record<Locale, PageWords>> = {
  en: {
    skip: 'Skip to the content',
    updated: (date) => `Updated ${date}`,
    taggedWith: (tag) => `Tag: ${tag}`,
    tags: 'Tags',
    languages: 'Other languages',
    newer: 'Newer',
    older: 'Older',
    pages: 'Pages',
    feed: 'Feed (RSS)',
    empty: 'There are no articles here yet.',
    report: 'Report this page',
    missing: {
      title: 'This page does not exist',
      text: 'It was removed, or the address is not quite right.',
      elsewhere: 'You can read it in:',
      list: 'See all articles',
    },
    reporting: {
      title: 'Report this page',
      why: 'What is wrong with it?',
      reasons: {
        spam: 'Advertising or spam',
        harmful: 'Harmful or offensive',
        wrong: 'Wrong or misleading',
        rights: 'Uses something that belongs to others',
        other: 'Something else',
      },
      more: 'Details (optional)',
      send: 'Send report',
      back: 'Back to the page',
      thanks: { title: 'Thank you', text: 'The operators of this service will check the page.' },
      already: {
        title: 'You have already reported this page today',
        text: 'The operators of this service will check it.',
      },
      failed: { title: 'The report was not sent', text: 'Choose a reason and keep the details short.' },
      tooMany: { title: 'Too many reports at once', text: 'Try again in a minute.' },
    },
  },
  ja: {
    skip: '本文へ移動',
    updated: (date) => `${date}更新`,
    taggedWith: (tag) => `タグ：${tag}`,
    tags: 'タグ',
    languages: '他の言語',
    newer: '新しい投稿',
    older: '古い投稿',
    pages: 'ページ',
    feed: 'フィード（RSS）',
    empty: '投稿はまだありません。',
    report: 'このページを報告',
    missing: {
      title: 'ページが見つかりません',
      text: '削除されたか、URLが正しくない可能性があります。',
      elsewhere: '他の言語で読めます：',
      list: '投稿一覧を見る',
    },
    reporting: {
      title: 'このページを報告',
      why: '報告の理由を選んでください',
      reasons: {
        spam: '広告・スパム',
        harmful: '有害・不快な内容',
        wrong: '誤り・誤解を招く内容',
        rights: '他者の権利の侵害',
        other: 'その他',
      },
      more: '詳細（任意）',
      send: '報告を送信',
      back: 'ページに戻る',
      thanks: { title: 'ご報告ありがとうございます', text: 'サービスの運営者が内容を確認します。' },
      already: {
        title: 'このページは本日すでに報告済みです',
        text: 'サービスの運営者が内容を確認します。',
      },
      failed: {
        title: '報告を送信できませんでした',
        text: '理由を選び、詳細は短く入力してください。',
      },
      tooMany: {
        title: '短時間に多くの報告が送信されました',
        text: '1分ほど待ってから、もう一度お試しください。',
      },
    },
  },
  vi: {
    skip: 'Đến nội dung chính',
    updated: (date) => `Cập nhật ${date}`,
    taggedWith: (tag) => `Nhãn: ${tag}`,
    tags: 'Nhãn',
    languages: 'Ngôn ngữ khác',
    newer: 'Bài mới hơn',
    older: 'Bài cũ hơn',
    pages: 'Các trang',
    feed: 'Nguồn cấp (RSS)',
    empty: 'Chưa có bài viết nào.',
    report: 'Báo cáo trang này',
    missing: {
      title: 'Không tìm thấy trang',
      text: 'Trang đã bị gỡ hoặc địa chỉ chưa đúng.',
      elsewhere: 'Bạn có thể đọc bài này bằng:',
      list: 'Xem tất cả bài viết',
    },
    reporting: {
      title: 'Báo cáo trang này',
      why: 'Trang này có vấn đề gì?',
      reasons: {
        spam: 'Quảng cáo hoặc spam',
        harmful: 'Có hại hoặc xúc phạm',
        wrong: 'Sai hoặc gây hiểu lầm',
        rights: 'Dùng nội dung của người khác',
        other: 'Lý do khác',
      },
      more: 'Chi tiết (không bắt buộc)',
      send: 'Gửi báo cáo',
      back: 'Quay lại trang',
      thanks: { title: 'Cảm ơn bạn', text: 'Đơn vị vận hành dịch vụ sẽ kiểm tra trang này.' },
      already: {
        title: 'Hôm nay bạn đã báo cáo trang này',
        text: 'Đơn vị vận hành dịch vụ sẽ kiểm tra trang.',
      },
      failed: { title: 'Chưa gửi được báo cáo', text: 'Hãy chọn lý do và viết chi tiết ngắn gọn.' },
      tooMany: { title: 'Quá nhiều báo cáo cùng lúc', text: 'Hãy thử lại sau một phút.' },
    },
  },
};
