import type { OpenPdf } from './open-pdf.ts';

/** Whether anything is drawn on the first pages: a scan has pictures, an empty document has nothing. */
export async function hasPictures(pdf: OpenPdf): Promise<boolean> {
  for (let number = 1; number <= Math.min(pdf.numPages, 3); number++) {
    const page = await pdf.getPage(number);
    const operators = await page.getOperatorList();
    page.cleanup();
    if (operators.fnArray.length > 0) return true;
  }
  return false;
}
