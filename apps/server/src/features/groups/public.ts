export { addGroupRoutes } from './routes.ts';
export {
  type BotGroupRouter,
  createGroupRouter,
  type GroupOutcome,
  type GroupQuestion,
} from './use-cases/choose-bot.ts';
