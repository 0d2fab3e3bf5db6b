import * as channels from './channels.ts';
import { endpoint } from './endpoint.ts';

/** The LINE ones of the channels, under the addresses of the specification: the same views and the same rules. */
const TAG = 'line';
const path = '/api/user/line/line-channel/{uuid}';

export const listLineChannels = endpoint({
  ...channels.listChannels,
  path: '/api/user/line/line-channels',
  summary: 'Connected LINE official accounts with health',
  tag: TAG,
});
export const connectLineChannel = endpoint({
  ...channels.connectLine,
  path: '/api/user/line/line-channel',
  tag: TAG,
});
export const getLineChannel = endpoint({
  ...channels.getChannel,
  path,
  summary: 'One LINE official account',
  tag: TAG,
});
export const updateLineChannel = endpoint({ ...channels.updateChannel, path, tag: TAG });
export const deleteLineChannel = endpoint({ ...channels.deleteChannel, path, tag: TAG });
