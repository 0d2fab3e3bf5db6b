import { startLineVendor } from './line-vendor.ts';
import { startSocialVendors } from './social-vendors.ts';
import { startHanasu } from './start-hanasu.ts';

/** One server and its fake vendors for all tests; each test registers an account of its own. */
export default async function globalSetup() {
  const vendor = await startLineVendor();
  const social = await startSocialVendors();
  const hanasu = await startHanasu({
    ...social.settings,
    LINE_API_BASE_URL: vendor.hosts.api,
    LINE_DATA_API_BASE_URL: vendor.hosts.data,
    CHANNEL_HOSTS: JSON.stringify({ line: { liff: vendor.hosts.liff } }),
  });
  social.register(hanasu.url);
  process.env.HANASU_E2E_URL = hanasu.url;
  process.env.HANASU_E2E_OUTBOX = hanasu.outbox;
  process.env.HANASU_E2E_LINE = vendor.control;
  return async () => {
    await hanasu.stop();
    await vendor.close();
    await social.close();
  };
}
