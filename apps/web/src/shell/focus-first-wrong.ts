/** Takes a person to the topmost field that is wrong, wherever on a long form they pressed the button. */
export function focusFirstWrong(form: HTMLFormElement): void {
  // The errors are drawn by then.
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
