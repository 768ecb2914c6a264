export { type HomeAssistant, startHomeAssistant } from './show-devices.job.ts'
