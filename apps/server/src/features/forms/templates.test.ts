import { FORM_LANGUAGES } from '@hanasu/contract/form-definition';
import { FORM_TEMPLATES } from '@hanasu/contract/forms';
import { describe, expect, test } from 'vitest';
import { fromTemplate } from './templates.ts';

const CASES = FORM_TEMPLATES.flatMap((template) =>
  FORM_LANGUAGES.map((language) => ({ template, language })),
);

describe('form templates', () => {
  test.each(CASES)('$template in $language has a text in this language for every field', (each) => {
    const { languages, pages } = fromTemplate(each.template, each.language);
    expect(languages).toEqual([each.language]);
    for (const { label } of pages.flatMap(({ fields }) => fields))
      expect(label).toEqual({ [each.language]: expect.stringMatching(/\S/) });
  });

  test.each(FORM_LANGUAGES)('the reservation in %s asks only what any shop needs', (language) => {
    const fields = fromTemplate('reservation', language).pages.flatMap((page) => page.fields);
    const isRequired = (field: (typeof fields)[number]) => 'required' in field && field.required;
    expect(fields.filter(isRequired).map(({ key }) => key)).toEqual([
      'date',
      'time',
      'name',
      'phone',
      'consent',
    ]);
    expect(fields.filter((field) => !isRequired(field)).map(({ key, kind }) => [key, kind])).toEqual([
      ['menu', 'text'],
      ['wishes', 'longText'],
      ['email', 'email'],
    ]);
  });
});
