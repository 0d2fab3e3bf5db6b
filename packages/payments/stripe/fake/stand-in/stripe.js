// Stands in for Stripe's script. The card is typed into a frame of the fake, which confirms the payment; the page is left as
// Stripe's script leaves it. It has what the payment page calls, and refuses what Stripe's script refuses there.
(() => {
  const { origin } = new URL(document.currentScript.src);
  const SECRET = /^(pi_[a-zA-Z0-9]+)_secret_[a-zA-Z0-9]+$/;
  const LOCALES = ['auto', 'en', 'ja', 'vi'];

  class IntegrationError extends Error {
    name = 'IntegrationError';
  }
  const check = (isRight, message) => {
    if (!isRight) throw new IntegrationError(message);
  };
  const checkNames = (given, known, where) => {
    for (const name of Object.keys(given))
      check(known.includes(name), `Unrecognized ${where} parameter: ${name}`);
  };

  async function readIntent(key, clientSecret) {
    const [, id] = SECRET.exec(clientSecret);
    try {
      const query = new URLSearchParams({ client_secret: clientSecret });
      const answer = await fetch(`${origin}/v1/payment_intents/${id}?${query}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const body = await answer.json();
      if (!answer.ok) return { error: body.error };
      return ['succeeded', 'canceled'].includes(body.status)
        ? {
            error: {
              type: 'invalid_request_error',
              message: `The PaymentIntent is in a terminal state: ${body.status}.`,
            },
          }
        : { intent: body };
    } catch {
      return {
        error: { type: 'api_connection_error', message: 'We are experiencing issues connecting to Stripe.' },
      };
    }
  }

  function createPaymentElement(key, { clientSecret, ...options }) {
    const listeners = new Map();
    const waiting = new Map();
    let frame = null;
    const emit = (event, value) => {
      for (const listener of listeners.get(event) ?? []) listener({ elementType: 'payment', ...value });
    };
    const send = (message) => frame?.contentWindow?.postMessage(message, origin);
    const receive = (event) => {
      if (!frame || event.source !== frame.contentWindow || event.origin !== origin) return;
      const { kind, id, height, answer, ...rest } = event.data;
      if (height) frame.style.height = `${height}px`;
      if (kind === 'ready') emit('ready', {});
      if (kind === 'change') emit('change', rest);
      if (kind === 'confirmed') waiting.get(id)?.(answer);
    };
    return {
      element: {
        on(event, listener) {
          listeners.set(event, [...(listeners.get(event) ?? []), listener]);
          return this;
        },
        mount(place) {
          const at = typeof place === 'string' ? document.querySelector(place) : place;
          check(at, `The selector you specified (${place}) applies to no DOM elements.`);
          frame = document.createElement('iframe');
          frame.title = 'Secure payment input frame';
          frame.style.cssText = 'display:block;width:100%;height:0;border:0;color-scheme:normal';
          frame.src = `${origin}/fake/elements`;
          window.addEventListener('message', receive);
          readIntent(key, clientSecret).then(({ error }) => {
            if (error) emit('loaderror', { error });
            else if (frame) {
              frame.onload = () => send({ kind: 'options', ...options });
              at.replaceChildren(frame);
            }
          });
        },
        destroy() {
          window.removeEventListener('message', receive);
          frame?.remove();
          frame = null;
        },
      },
      update(changes) {
        Object.assign(options, changes);
        send({ kind: 'options', ...options });
      },
      confirm(returnUrl) {
        check(frame?.isConnected, 'The Element is not mounted any more.');
        const id = Math.random();
        return new Promise((resolve) => {
          waiting.set(id, resolve);
          send({ kind: 'confirm', id, key, clientSecret, returnUrl });
        });
      },
    };
  }

  const checkOptions = ({ locale = 'auto', appearance = {}, ...rest }, known) => {
    checkNames(rest, known, 'elements()');
    check(LOCALES.includes(locale), `Invalid locale: ${locale}`);
    checkNames(appearance, ['theme', 'variables'], 'appearance');
    check(
      ['stripe', 'night', 'flat', undefined].includes(appearance.theme),
      `Invalid theme: ${appearance.theme}`,
    );
  };

  const made = new WeakMap();
  window.Stripe = (key) => {
    check(typeof key === 'string' && key !== '', 'Missing value for Stripe(): apiKey should be a string.');
    check(
      /^pk_/.test(key),
      'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
    );
    check(/^pk_test_/.test(key), 'The stand-in for Stripe.js takes test keys only.');
    return {
      elements(options) {
        checkOptions(options, ['clientSecret']);
        check(
          SECRET.test(options.clientSecret),
          'Invalid value for elements(): clientSecret should be a client secret.',
        );
        const elements = {
          create(kind, { wallets = {}, ...rest } = {}) {
            check(kind === 'payment', `A valid Element name must be provided: ${kind}`);
            checkNames(rest, [], 'create()');
            checkNames(wallets, ['applePay', 'googlePay', 'link'], 'wallets');
            check(
              !made.has(elements),
              "Can only create one Element of type 'payment' through one Elements object.",
            );
            const payment = createPaymentElement(key, options);
            made.set(elements, payment);
            return payment.element;
          },
          update(changes) {
            checkOptions(changes, []);
            made.get(elements)?.update(changes);
          },
        };
        return elements;
      },
      async confirmPayment({ elements, confirmParams = {}, redirect = 'always', ...rest }) {
        checkNames(rest, [], 'confirmPayment()');
        checkNames(confirmParams, ['return_url'], 'confirmParams');
        check(['always', 'if_required'].includes(redirect), `Invalid value for redirect: ${redirect}`);
        check(made.has(elements), 'Pass the Elements object that the payment Element was created with.');
        const { return_url: returnUrl } = confirmParams;
        check(URL.canParse(returnUrl), 'return_url must be an absolute URL.');
        const { error, intent } = await made.get(elements).confirm(returnUrl);
        if (error) return { error };
        const action = intent.next_action?.redirect_to_url?.url;
        if (!action && intent.status === 'succeeded' && redirect === 'if_required')
          return { paymentIntent: intent };
        const back = new URL(returnUrl);
        back.searchParams.set('payment_intent', intent.id);
        back.searchParams.set('payment_intent_client_secret', intent.client_secret);
        back.searchParams.set('redirect_status', 'succeeded');
        window.location.assign(action ?? back);
        // The page is being left.
        return new Promise(() => {});
      },
    };
  };
})();
