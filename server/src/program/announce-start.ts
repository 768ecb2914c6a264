import type { Config } from './config.ts'
import type { Program } from './start-program.ts'

/** Prints the addresses of the running program, and the first administrator's password once. */
export function announceStart(
  config: Config,
  { firstAdministrator, httpPort, mqttPort, mqttTlsPort }: Program,
): void {
  if (firstAdministrator?.generatedPassword) {
    say(
      `first sign-in: ${firstAdministrator.email} with the password ${firstAdministrator.generatedPassword}`,
    )
    say('the password is shown only once; change it after signing in')
  }
  if (config.mqttUrl) say('devices report to the broker at MQTT_URL')
  else if (mqttPort !== null) say(`devices report to mqtt://localhost:${mqttPort}`)
  if (mqttTlsPort !== null) say(`devices report to mqtts://localhost:${mqttTlsPort}`)
  const isPortal = config.roles.includes('api')
  say(
    `ready ${config.httpTls ? 'https' : 'http'}://localhost:${httpPort}${isPortal ? '' : `/health/ready (${config.roles.join(', ')})`}`,
  )
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
