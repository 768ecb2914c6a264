export { listWaitingCommands, noteSent, storeAnswer, type WaitingCommand } from './delivery.queries.ts'
