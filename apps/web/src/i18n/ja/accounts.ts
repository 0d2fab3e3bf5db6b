import type { accounts as english } from '../en/accounts.ts';
import type { WordsLike } from '../words.ts';

export const accounts = {
  signIn: 'ログイン',
  signInTitle: 'おかえりなさい',
  signInPurpose: 'ボット・ナレッジ・受信箱にログインします。',
  identifier: 'メールアドレスまたはユーザー名',
  password: 'パスワード',
  showPassword: 'パスワードを表示',
  noAccount: 'はじめての方は',
  register: 'アカウントを作成',
  registerTitle: 'アカウントを作成',
  registerPurpose: '最初の回答まで約10分。カードもキーも不要です。',
  username: 'ユーザー名',
  usernameRule: '文字・数字・ピリオド・ハイフン・アンダースコアのみ使えます。',
  email: 'メールアドレス',
  haveAccount: 'アカウントをお持ちの方は',
  strength: 'パスワードの強さ: {{level}}',
  levels: { weak: '弱い', fair: 'やや弱い', good: '良い', strong: '強い' },
  passwordHint: '{{minimum}}文字以上。単語をいくつか並べると、覚えやすく推測されにくくなります。',
  pitch: {
    title: 'お手持ちの資料から答えるボット。',
    documents: 'PDFを渡すだけ。見つけたページを示して答えます。',
    channels: 'チャットアプリでもWebサイトでも、お客様の言語で応対します。',
    handover: 'わからないことは正直に伝え、担当者につなぎます。',
  },
} as const satisfies WordsLike<typeof english>;
