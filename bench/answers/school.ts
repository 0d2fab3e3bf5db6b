import { buildDocx, docxParagraph, docxTable } from '@hanasu/retrieval/extract/testing/office-builder';
import type { AskedDocument } from './asked.ts';

const styles =
  '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style>';
const heading = (text: string): string => docxParagraph(text, 'H2');

/** A handbook of a language school in Word: fees and terms in tables, rules in prose, a list, questions. */
export const school: AskedDocument = {
  name: 'riverside-handbook.docx',
  title: 'Riverside Language School',
  bytes: buildDocx({
    title: 'Riverside Language School',
    styles,
    body: [
      docxParagraph('Riverside Language School – Handbook 2027', 'H1'),
      heading('Courses and fees'),
      docxTable([
        ['Course', 'Lessons a week', 'Fee per month'],
        ['Evening English', '2', '$120'],
        ['Intensive English', '10', '$480'],
        ['Japanese for beginners', '2', '$140'],
        ['Children’s club', '1', '$65'],
      ]),
      docxParagraph(
        'Books are not included in the fee. Brothers and sisters get 10 % off the cheaper course.',
      ),
      heading('Terms and holidays'),
      docxTable([
        ['Term', 'Begins', 'Ends'],
        ['Spring', 'January 11, 2027', 'April 2, 2027'],
        ['Summer', 'April 19, 2027', 'July 9, 2027'],
        ['Autumn', 'September 6, 2027', 'December 10, 2027'],
      ]),
      docxParagraph('The school is closed on public holidays and from December 20 to January 5.'),
      heading('Office hours'),
      docxParagraph(
        'The office is open Monday to Friday from 10:00 to 20:30 and Saturday from 9:00 to 14:00.',
      ),
      heading('How to enrol'),
      docxParagraph('To enrol you need:'),
      '<w:p><w:r><w:t>- a copy of your passport or ID card</w:t></w:r></w:p>',
      '<w:p><w:r><w:t>- one photo</w:t></w:r></w:p>',
      '<w:p><w:r><w:t>- the enrolment form, signed</w:t></w:r></w:p>',
      '<w:p><w:r><w:t>- a deposit of $50</w:t></w:r></w:p>',
      heading('Absence and refunds'),
      docxParagraph(
        'If you cannot come, tell the office by noon on the same day and you may make up the lesson within four weeks. Fees are refunded in full until seven days before the term begins; after that, half is refunded until the second week.',
      ),
      heading('Questions and answers'),
      docxParagraph('Q: Can I try a lesson before I pay?'),
      docxParagraph('A: Yes. One trial lesson is free. Please book it at the office.'),
      docxParagraph('Q: How many students are in a class?'),
      docxParagraph('A: At most eight, and five in the children’s club.'),
    ].join(''),
  }),
  questions: [
    { ask: 'How much is the intensive English course?', facts: ['$480'] },
    { ask: 'What do your courses cost?', facts: ['$120', '$480', '$140', '$65'] },
    { ask: 'when does the summer term start?', facts: ['April 19'] },
    { ask: 'What are your office hours?', facts: ['10:00 to 20:30', '9:00 to 14:00'] },
    { ask: 'Is the office open on Saturday?', facts: ['9:00 to 14:00'] },
    { ask: 'What do I need to enrol?', facts: ['passport', 'photo', 'deposit of $50'] },
    { ask: 'Can I get my money back?', facts: ['seven days before'] },
    { ask: 'is there a discount for my sister?', facts: ['10 %'] },
    { ask: 'Are books included?', facts: ['not included'] },
    { ask: 'Do you offer a trial lesson?', facts: ['free'] },
    { ask: 'how big are the classes', facts: ['eight'] },
    { ask: 'When is the school closed?', facts: ['December 20 to January 5'] },
    { ask: 'Do you have a swimming pool?', facts: null },
    { ask: 'Who is the headmaster?', facts: null },
  ],
};
