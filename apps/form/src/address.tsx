/** @jsxImportSource preact */
import type { FormAnswer } from '@hanasu/contract/form-submissions';
import { japanesePostalCode } from '@hanasu/contract/typed-formats';
import { useRef, useState } from 'preact/hooks';
import type { Place } from './form-api.ts';
import { type FieldProps, inputId, useFormView } from './form-view.ts';

const PARTS = {
  JP: ['postalCode', 'region', 'city', 'line1', 'line2'],
  VN: ['line1', 'line2', 'city', 'region', 'postalCode'],
  '': ['line1', 'line2', 'city', 'region', 'postalCode'],
} as const;
const PART_COMPLETION = {
  postalCode: 'postal-code',
  region: 'address-level1',
  city: 'address-level2',
  line1: 'address-line1',
  line2: 'address-line2',
} as const;
const PART_LENGTH = { postalCode: 16, region: 100, city: 100, line1: 200, line2: 200 } as const;
const EMPTY_ADDRESS = { postalCode: '', region: '', city: '', line1: '', line2: '' };
type Parts = typeof EMPTY_ADDRESS & { readonly country: string };

/** Fills in the fields that are empty, or that the code before had filled in. */
export function withPlace(address: Parts, place: Place, before: Place | null): Parts {
  const fill = (written: string, known: string, old: string | undefined): string =>
    written === '' || written === old ? known : written;
  return {
    ...address,
    region: fill(address.region, place.region, before?.region),
    city: fill(address.city, place.city, before?.city),
    line1: fill(address.line1, place.town, before?.town),
  };
}

export function Address({ field, invalid }: FieldProps<'address'>) {
  const { filling, findPlace, state, words } = useFormView();
  const filled = useRef<Place | null>(null);
  const [isFound, setFound] = useState(false);
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const read = (answer: FormAnswer | undefined): Parts => ({
    ...EMPTY_ADDRESS,
    ...(typeof answer === 'object' && !Array.isArray(answer) ? answer : {}),
    country: field.country,
  });
  const address = read(state.answers[field.key]);
  const lookUp = async (typed: string): Promise<void> => {
    const code = japanesePostalCode(typed);
    const place = code && (await findPlace(code));
    const now = read(filling.state().answers[field.key]);
    // Typed on meanwhile: another code is looked up.
    if (!place || japanesePostalCode(now.postalCode) !== code) return;
    fillIn(place);
    setPlaces(place.places ?? []);
  };
  const fillIn = (place: Place): void => {
    const now = read(filling.state().answers[field.key]);
    filling.answer(field.key, withPlace(now, place, filled.current));
    filled.current = place;
    setFound(true);
  };
  const parts = PARTS[field.country].flatMap((part, index) => [
    <label key={part} class={part === 'postalCode' ? 'part short' : 'part'}>
      {words.address[part]}
      <input
        id={index === 0 ? inputId(field.key) : undefined}
        value={address[part]}
        maxLength={PART_LENGTH[part]}
        inputMode={part === 'postalCode' && field.country !== '' ? 'numeric' : 'text'}
        autocomplete={PART_COMPLETION[part]}
        aria-invalid={invalid || undefined}
        onInput={({ currentTarget }) => {
          const next = { ...address, [part]: currentTarget.value };
          const isEmpty = PARTS[''].every((each) => next[each] === '');
          filling.answer(field.key, isEmpty ? undefined : next);
          if (part !== 'postalCode' || field.country !== 'JP') return;
          setFound(false);
          setPlaces([]);
          void lookUp(currentTarget.value);
        }}
      />
    </label>,
    part === 'postalCode' && places.length > 0 && (
      <PlaceChoice key="places" places={places} onChoose={fillIn} />
    ),
  ]);
  return (
    <>
      {parts}
      <span class="unseen" role="status">
        {places.length > 0 ? words.address.several : isFound ? words.address.found : ''}
      </span>
    </>
  );
}

interface PlaceChoiceProps {
  readonly places: readonly Place[];
  readonly onChoose: (place: Place) => void;
}

/** Asks which place is meant by a postal code that stands for several. */
function PlaceChoice({ places, onChoose }: PlaceChoiceProps) {
  const { words } = useFormView();
  return (
    <label class="part">
      {words.address.several}
      <select
        onChange={({ currentTarget }) => {
          const place = places[Number(currentTarget.value)];
          if (currentTarget.value !== '' && place) onChoose(place);
        }}
      >
        <option value="">{words.address.choose}</option>
        {places.map(({ region, city, town }, index) => (
          <option key={`${region}${city}${town}`} value={index}>
            {`${region}${city}${town}`}
          </option>
        ))}
      </select>
    </label>
  );
}
