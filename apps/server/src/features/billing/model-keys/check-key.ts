import type { ErrorCode } from '@hanasu/contract/errors';
import { type OwnKey, ownServiceUuid } from '@hanasu/models/registry/account-models';
import { cheapestModel } from '@hanasu/models/registry/cheapest-model';
import { checkOwnKey, type KeyCheck } from '@hanasu/models/registry/check-own-key';
import { AppError } from '../../../platform/app-error.ts';
import { FetchFailure } from '../../../platform/net/guarded-fetch.ts';
import { type ModelAccessDependencies, modelsWith } from './account-models.ts';

type Refused = Extract<KeyCheck, { kind: 'refused' }>;
type Why = Refused['why'] | 'address_refused';

/** Null: the key works. `model`: which one did not. */
export interface FailedCheck {
  readonly why: Why;
  readonly model: string;
}

/** Calls each model of a compatible server, or one of a vendor, for real. */
export async function checkKey(
  dependencies: Pick<ModelAccessDependencies, 'hostModels' | 'providerUrls' | 'askModels'>,
  key: OwnKey,
  serviceUuid: string | undefined,
): Promise<FailedCheck | null> {
  let isAddressRefused = false;
  const models = modelsWith(
    {
      ...dependencies,
      askModels: (...asked) =>
        dependencies.askModels(...asked).catch((error: unknown) => {
          isAddressRefused ||= error instanceof FetchFailure && error.reason === 'address_refused';
          throw error;
        }),
    },
    [{ ...key, isRefused: false }],
  );
  const services =
    key.provider === 'compatible'
      ? key.models.map(({ id }) => ownServiceUuid(key.id, id))
      : [serviceUuid ?? cheapestModel(models)?.uuid ?? ''];
  for (const uuid of services) {
    const entry = models.find(uuid);
    const model = entry?.model ?? uuid;
    if (entry?.ownKey?.id !== key.id) return { why: 'no_model', model };
    const checked = await checkOwnKey(models, uuid);
    if (isAddressRefused) return { why: 'address_refused', model };
    if (checked.kind === 'refused') return { why: checked.why, model };
  }
  return null;
}

const CODES = {
  wrong_key: 'model_key_wrong',
  no_access: 'model_key_no_access',
  no_model: 'model_key_no_model',
  no_credit: 'model_key_no_credit',
  busy: 'model_key_busy',
  unreachable: 'model_key_unreachable',
  address_refused: 'model_key_address_refused',
} as const satisfies Record<Why, ErrorCode>;

/** Nothing of what the provider said: it may quote the key. */
const TEXTS = {
  wrong_key: 'The provider does not know this key',
  no_access: 'The provider does not let this key do that',
  no_model: 'The provider has no such model for this key',
  no_credit: 'The account at the provider has no credit left',
  busy: 'The provider takes no more calls just now',
  unreachable: 'The provider did not answer as one',
  address_refused: 'This address cannot be reached from here',
} as const satisfies Record<Why, string>;

export const checkError = ({ why, model }: FailedCheck): AppError =>
  new AppError(CODES[why], why === 'address_refused' ? TEXTS[why] : `${TEXTS[why]} (${model})`, {
    errors: [{ path: pathOf(why), code: CODES[why], message: TEXTS[why] }],
  });

const pathOf = (why: Why): string => {
  if (why === 'no_model') return 'body.models';
  return why === 'unreachable' || why === 'address_refused' ? 'body.baseUrl' : 'body.key';
};
