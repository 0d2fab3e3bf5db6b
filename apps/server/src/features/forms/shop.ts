import { FormDefinition, FormSettings, withShopName } from '@hanasu/contract/form-definition';
import type { PublicForm } from '@hanasu/contract/form-submissions';
import { avatarView } from '../accounts/public.ts';
import type { FormRow } from './forms.store.ts';

type Shop = PublicForm['shop'];

/** Settings that were stored before a part of them existed have its default. */
export const readSettings = (stored: unknown): FormSettings => FormSettings.parse(stored);

/** Whose page a form's is: as its settings say, else with the account's name and colour. */
export function shopOf({
  settings,
  accountName,
  logoKey,
  accountColor,
}: Pick<FormRow, 'settings' | 'accountName' | 'logoKey' | 'accountColor'>): Shop {
  const shop = FormSettings.shape.shop.parse(settings.shop);
  return {
    ...shop,
    name: shop.name || accountName,
    color: shop.color ?? accountColor,
    logoUrl: avatarView(logoKey)?.url ?? null,
  };
}

/** A definition whose texts name the shop. */
export const readDefinition = (stored: unknown, { name }: Pick<Shop, 'name'>): FormDefinition =>
  withShopName(FormDefinition.parse(stored), name);
