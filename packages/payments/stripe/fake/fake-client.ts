/**
 * Stands in for Stripe's script where the fake is Stripe: a card is chosen by its test number, the fake is asked from the browser,
 * and the page is left as Stripe's script leaves it. It has what the payment page calls and nothing else.
 */
export const STAND_IN_SCRIPT = `(() => {
  const origin = new URL(document.currentScript.src).origin;
  const ask = async (key, path, fields) => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { authorization: 'Bearer ' + key, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields),
    });
    const body = await answer.json();
    return answer.ok ? { value: body } : { error: body.error };
  };
  window.Stripe = (key) => ({
    elements({ clientSecret }) {
      let field = null;
      return {
        clientSecret,
        number: () => (field ? field.value.replaceAll(' ', '') : ''),
        create(kind) {
          if (kind !== 'payment') throw new Error('no such element: ' + kind);
          const listeners = {};
          return {
            on(event, listener) { (listeners[event] ??= []).push(listener); return this; },
            mount(place) {
              const at = typeof place === 'string' ? document.querySelector(place) : place;
              field = document.createElement('input');
              field.setAttribute('aria-label', 'Card number');
              field.inputMode = 'numeric';
              field.style.cssText = 'width:100%;font:inherit;padding:10px 12px;border:1px solid #8a94a3;border-radius:8px;background:transparent;color:inherit';
              field.oninput = () => (listeners.change ?? []).forEach((listener) => listener({ complete: field.value.replaceAll(' ', '').length >= 15 }));
              at.replaceChildren(field);
              setTimeout(() => (listeners.ready ?? []).forEach((listener) => listener({})));
            },
            update() {},
            destroy() { field?.remove(); field = null; },
            unmount() { field?.remove(); field = null; },
          };
        },
        update() {},
        getElement: () => null,
        async submit() { return field && field.value ? {} : { error: { type: 'validation_error', message: 'Your card number is incomplete.' } }; },
      };
    },
    async confirmPayment({ elements, confirmParams }) {
      const { clientSecret } = elements;
      const id = clientSecret.replace(/_secret_.*$/, '');
      const { value, error } = await ask(key, '/v1/payment_intents/' + id + '/confirm', {
        client_secret: clientSecret,
        card_number: elements.number(),
        return_url: confirmParams.return_url,
      });
      if (error) return { error };
      if (value.status === 'requires_action') {
        location.assign(value.next_action.redirect_to_url.url);
        return new Promise(() => {});
      }
      if (value.status === 'requires_payment_method') return { error: { ...value.last_payment_error, payment_intent: value } };
      const back = new URL(confirmParams.return_url);
      back.searchParams.set('payment_intent', id);
      back.searchParams.set('payment_intent_client_secret', clientSecret);
      back.searchParams.set('redirect_status', 'succeeded');
      location.assign(back);
      return new Promise(() => {});
    },
    async retrievePaymentIntent(clientSecret) {
      const id = clientSecret.replace(/_secret_.*$/, '');
      const answer = await fetch(origin + '/v1/payment_intents/' + id + '?client_secret=' + clientSecret, { headers: { authorization: 'Bearer ' + key } });
      const body = await answer.json();
      return answer.ok ? { paymentIntent: body } : { error: body.error };
    },
  });
})();
`;

/** Sends an event to a webhook; the fake does not try again. */
export async function postEvent(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<void> {
  try {
    await fetch(url, { method: 'POST', headers, body });
  } catch {
    // No server listens there.
  }
}
