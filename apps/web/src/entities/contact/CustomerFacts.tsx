import {
  type CustomerView,
  changeCustomer,
  getPostalCode,
  type PostalAddress,
  type PostalPlace,
} from '@hanasu/contract/customers';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import { japanesePostalCode } from '@hanasu/contract/typed-formats';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { call } from '../../shell/api/api-client.ts';
import { usePermission } from '../../shell/use-permission.ts';
import { CustomerValues } from './CustomerValues.tsx';
import { ownersQuery, type SaveCustomer, useSaveCustomer } from './customers.queries.ts';
import { LANGUAGES_OF_PEOPLE } from './languages-of-people.ts';
import { FieldGroup, FixedFact, formClass, SavedSelect, SavedText } from './SavedField.tsx';
import { TagList } from './TagChip.tsx';
import { TagField } from './TagField.tsx';
import { useFriendFacts, useFriendName } from './use-friend-name.ts';

interface CustomerFactsProps {
  customer: CustomerView;
  /** What staff need beside a conversation; the others are on the customer's page. */
  isShort?: boolean;
}

/** What is known of a customer. Who may change it does so where it stands; each fact is saved by itself. */
export function CustomerFacts(props: CustomerFactsProps) {
  return usePermission(changeCustomer) ? <Edited {...props} /> : <Read {...props} />;
}

function Edited({ customer, isShort = false }: CustomerFactsProps) {
  const { t } = useWords();
  const save = useSaveCustomer(customer.uuid);
  return (
    <div className={formClass}>
      <SavedText
        label={t('contact.facts.displayName')}
        value={customer.displayName ?? ''}
        placeholder={customer.vendorName || t('contact.none')}
        maxLength={120}
        save={(displayName) => save({ displayName: displayName || null })}
      />
      {!isShort && (
        <SavedText
          label={t('contact.facts.kana')}
          value={customer.kana}
          maxLength={120}
          save={(kana) => save({ kana })}
        />
      )}
      <TagField tags={customer.tags} save={save} />
      <Owner customer={customer} save={save} />
      <Contacts customer={customer} save={save} kind="phones" />
      <Contacts customer={customer} save={save} kind="emails" />
      {!isShort && <Person customer={customer} save={save} />}
      <SavedText
        label={t('contact.facts.note')}
        value={customer.note}
        maxLength={10_000}
        isLong
        save={(note) => save({ note })}
      />
      <CustomerValues customer={customer} save={save} />
    </div>
  );
}

interface EditedProps {
  customer: CustomerView;
  save: SaveCustomer;
}

function Owner({ customer: { owner }, save }: EditedProps) {
  const { t } = useWords();
  const { data: members = [] } = useQuery(ownersQuery);
  const known = members.some(({ uuid }) => uuid === owner?.uuid);
  const options = [...(owner && !known ? [owner] : []), ...members].map(({ uuid, name }) => ({
    value: uuid,
    label: name,
  }));
  return (
    <SavedSelect
      label={t('contact.facts.owner')}
      value={owner?.uuid ?? null}
      options={options}
      save={(ownerUuid) => save({ ownerUuid })}
    />
  );
}

const MOST_CONTACTS = 10;

/** Phone numbers or e-mail addresses: one field each, and one for the next. */
function Contacts({ customer, save, kind }: EditedProps & { kind: 'phones' | 'emails' }) {
  const { t } = useWords();
  const contacts = customer[kind];
  const one = t(`contact.facts.${kind}`);
  const replace = (index: number, value: string) =>
    save((now) => {
      const values = now[kind].map((contact) => contact.value);
      if (value) values.splice(index, 1, value);
      else values.splice(index, 1);
      return { [kind]: values };
    });
  return (
    <FieldGroup label={one}>
      {contacts.map(({ value, normal }, index) => (
        <SavedText
          key={value}
          isBare
          label={`${one} ${index + 1}`}
          type={kind === 'phones' ? 'tel' : 'email'}
          value={value}
          maxLength={254}
          hint={normal === null ? t(`contact.unusual.${kind}`) : null}
          save={(next) => replace(index, next)}
        />
      ))}
      {contacts.length < MOST_CONTACTS && (
        <SavedText
          key="new"
          isBare
          label={t('contact.addOne', { name: one })}
          placeholder={contacts.length > 0 ? t('contact.another') : t('contact.none')}
          type={kind === 'phones' ? 'tel' : 'email'}
          value=""
          maxLength={254}
          save={(value) => replace(contacts.length, value)}
        />
      )}
    </FieldGroup>
  );
}

function Person({ customer, save }: EditedProps) {
  const { t } = useWords();
  const { languageOf } = useFriendFacts();
  const { language, birthday, address } = customer;
  const [places, setPlaces] = useState<readonly PostalPlace[]>([]);
  const codes =
    language && !LANGUAGES_OF_PEOPLE.includes(language)
      ? [language, ...LANGUAGES_OF_PEOPLE]
      : LANGUAGES_OF_PEOPLE;
  return (
    <>
      <SavedSelect
        label={t('contact.facts.language')}
        value={language}
        options={codes.map((value) => ({ value, label: languageOf(value) }))}
        save={(next) => save({ language: next })}
      />
      <SavedText
        label={t('contact.facts.birthday')}
        type="date"
        value={birthday ?? ''}
        save={(value) => save({ birthday: value || null })}
      />
      <FieldGroup label={t('contact.facts.address')}>
        {ADDRESS_PARTS.flatMap(([part, maxLength]) => [
          <SavedText
            key={part}
            isBare
            label={t(`contact.address.${part}`)}
            placeholder={t(`contact.address.${part}`)}
            value={address?.[part] ?? ''}
            maxLength={maxLength}
            save={
              part === 'postalCode'
                ? async (value) => setPlaces(await savePostalCode(save, value))
                : (value) => save((now) => ({ address: withPart(now.address, part, value) }))
            }
          />,
          part === 'postalCode' && places.length > 0 && (
            <PlaceChoice key="places" places={places} save={save} onSaved={() => setPlaces([])} />
          ),
        ])}
        <Country address={address} save={save} />
      </FieldGroup>
    </>
  );
}

const ADDRESS_PARTS = [
  ['postalCode', 16],
  ['region', 100],
  ['city', 100],
  ['line1', 200],
  ['line2', 200],
] as const;
const NO_ADDRESS: PostalAddress = { country: '', postalCode: '', region: '', city: '', line1: '', line2: '' };

/** An address of which nothing is left is none. */
const withPart = (address: PostalAddress | null, part: keyof PostalAddress, value: string) => {
  const next = { ...NO_ADDRESS, ...address, [part]: value };
  return Object.values(next).some(Boolean) ? next : null;
};

/** A code of Japan says where somebody lives: what is empty, or of another code, is filled in. */
async function savePostalCode(save: SaveCustomer, typed: string): Promise<readonly PostalPlace[]> {
  const code = japanesePostalCode(typed);
  const place = code && (await findPlace(code));
  let isAsked = false;
  await save(({ address }) => {
    const isAbroad = Boolean(address?.country) && address?.country !== 'JP';
    if (!code || !place || isAbroad) return { address: withPart(address, 'postalCode', typed) };
    isAsked = true;
    const isOther = address?.postalCode !== '' && address?.postalCode !== code;
    const before = { ...NO_ADDRESS, ...address };
    return {
      address: {
        ...before,
        postalCode: code,
        country: 'JP',
        region: isOther || !before.region ? place.region : before.region,
        city: isOther || !before.city ? place.city : before.city,
        line1: before.line1 || place.town,
      },
    };
  });
  return isAsked && place ? (place.places ?? []) : [];
}

/** Null: nobody knows the code, or it can't be asked for; it is kept as it was typed then. */
const findPlace = (code: string): Promise<EndpointOutput<typeof getPostalCode> | null> =>
  call(getPostalCode, { params: { postalCode: code } }).catch(() => null);

interface PlaceChoiceProps {
  places: readonly PostalPlace[];
  save: SaveCustomer;
  onSaved: () => void;
}

/** Asks which place is meant by a postal code that stands for several. */
function PlaceChoice({ places, save, onSaved }: PlaceChoiceProps) {
  const { t } = useWords();
  const textOf = ({ region, city, town }: PostalPlace): string => `${region}${city}${town}`;
  return (
    <SavedSelect
      isNeeded
      label={t('contact.address.which')}
      placeholder={t('contact.address.choose')}
      value={null}
      options={places.map((place) => ({ value: textOf(place), label: textOf(place) }))}
      save={async (chosen) => {
        const place = places.find((one) => textOf(one) === chosen);
        if (!place) return;
        const { region, city, town } = place;
        await save(({ address }) => ({
          address: { ...NO_ADDRESS, ...address, region, city, line1: address?.line1 || town },
        }));
        onSaved();
      }}
    />
  );
}

const COUNTRIES = [
  'JP',
  'VN',
  'US',
  'CN',
  'TW',
  'HK',
  'KR',
  'TH',
  'SG',
  'MY',
  'ID',
  'PH',
  'AU',
  'GB',
  'FR',
  'DE',
];

function Country({ address, save }: { address: PostalAddress | null; save: SaveCustomer }) {
  const { t } = useWords();
  const { countryOf } = useFriendFacts();
  const code = address?.country ?? '';
  const codes = code && !COUNTRIES.includes(code) ? [code, ...COUNTRIES] : COUNTRIES;
  return (
    <SavedSelect
      isBare
      label={t('contact.address.country')}
      placeholder={t('contact.address.country')}
      value={code || null}
      options={codes.map((value) => ({ value, label: countryOf(value) }))}
      save={(value) => save((now) => ({ address: withPart(now.address, 'country', value ?? '') }))}
    />
  );
}

/** The same, for whoever may not change it; what is not known is left out. */
function Read({ customer, isShort = false }: CustomerFactsProps) {
  const { t } = useWords();
  const { languageOf, countryOf, phoneOf } = useFriendFacts();
  const nameOf = useFriendName();
  const { displayName, kana, tags, owner, phones, emails, language, birthday, address, note } = customer;
  const place = address && [
    address.postalCode,
    address.region,
    address.city,
    address.line1,
    address.line2,
    address.country && countryOf(address.country),
  ];
  return (
    <dl className={formClass}>
      <FixedFact label={t('contact.facts.displayName')}>{displayName ?? nameOf(customer.name)}</FixedFact>
      {!isShort && kana && <FixedFact label={t('contact.facts.kana')}>{kana}</FixedFact>}
      <FixedFact label={t('contact.tags.label')}>{tags.length > 0 && <TagList tags={tags} />}</FixedFact>
      <FixedFact label={t('contact.facts.owner')}>{owner?.name}</FixedFact>
      <FixedFact label={t('contact.facts.phones')}>
        {phones.map(({ value }) => phoneOf(value)).join('\n')}
      </FixedFact>
      <FixedFact label={t('contact.facts.emails')}>{emails.map(({ value }) => value).join('\n')}</FixedFact>
      {!isShort && language && (
        <FixedFact label={t('contact.facts.language')}>{languageOf(language)}</FixedFact>
      )}
      {!isShort && birthday && <FixedFact label={t('contact.facts.birthday')}>{birthday}</FixedFact>}
      {!isShort && place && (
        <FixedFact label={t('contact.facts.address')}>{place.filter(Boolean).join('\n')}</FixedFact>
      )}
      <FixedFact label={t('contact.facts.note')}>{note}</FixedFact>
      <CustomerValues customer={customer} save={null} />
    </dl>
  );
}
