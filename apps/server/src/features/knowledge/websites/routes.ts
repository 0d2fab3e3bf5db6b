import * as contract from '@hanasu/contract/websites';
import type { Implement } from '../../../platform/http/implement.ts';
import type { WebsitesDependencies } from './dependencies.ts';
import {
  changeWebsite,
  crawlWebsite,
  createWebsite,
  deleteWebsite,
  readPages,
  readWebsite,
  readWebsites,
  stopWebsite,
} from './websites.ts';

/** Puts every endpoint of contract/websites.ts on the server. */
export function addWebsiteRoutes(implement: Implement, feature: WebsitesDependencies): void {
  implement(contract.listWebsites, ({ params }, { session }) =>
    readWebsites(feature, session.accountId, params.uuid),
  );
  implement(contract.createWebsite, ({ params, body }, { session }) =>
    createWebsite(feature, { actor: session, knowledgeId: params.uuid }, body),
  );
  implement(contract.getWebsite, ({ params }, { session }) =>
    readWebsite(feature, session.accountId, params.uuid),
  );
  implement(contract.updateWebsite, ({ params, body }, { session }) =>
    changeWebsite(feature, { accountId: session.accountId, id: params.uuid }, body),
  );
  implement(contract.crawlWebsite, ({ params }, { session }) =>
    crawlWebsite(feature, session.accountId, params.uuid),
  );
  implement(contract.stopWebsite, ({ params }, { session }) =>
    stopWebsite(feature, session.accountId, params.uuid),
  );
  implement(contract.deleteWebsite, async ({ params, query }, { session }) => {
    await deleteWebsite(feature, { actor: session, id: params.uuid }, query.keepDocuments);
    return undefined;
  });
  implement(contract.listWebsitePages, ({ params, query }, { session }) =>
    readPages(feature, { accountId: session.accountId, id: params.uuid }, query),
  );
}
