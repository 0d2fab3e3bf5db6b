export {
  closeWebChannel,
  openWebChannel,
  runWebChannelAutomations,
  takeOutOfOfficeNotice,
} from './web-channel.ts';
