import { Aedes, type Client, type PublishPacket } from 'aedes'

/**
 * The library's broker without the search for subscribers to the messages of devices: only this program receives them. Commands,
 * which it publishes itself, are delivered.
 */
export class DeviceBroker extends Aedes {
  /** For a message of a device, the library passes its client, which is not in the types. */
  override publish(
    packet: PublishPacket,
    clientOrDone: Client | ((error?: Error) => void),
    done?: () => void,
  ): void {
    if (typeof clientOrDone === 'function') super.publish(packet, clientOrDone)
    else done?.()
  }

  /** Starts the broker, and turns off its search for last wills of other brokers. After a jump of the clock, it would find its own. */
  override async listen(): Promise<void> {
    await super.listen()
    clearInterval(Reflect.get(this as object, '_clearWillInterval'))
  }
}
