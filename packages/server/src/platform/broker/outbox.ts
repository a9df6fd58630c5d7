/** Messages for a gateway that cannot take more right now. The caller sends again, so a few are enough. */
const maxWaiting = 100
const maxPacketId = 65_535

type Acknowledged = () => void

/**
 * QoS 1 messages on their way to one gateway: assigns packet identifiers, and never sends more unacknowledged messages than the
 * gateway accepts.
 */
export class Outbox {
  readonly #receiveMaximum: number
  readonly #send: (bytes: Buffer) => void
  readonly #unacknowledged = new Map<number, Acknowledged | undefined>()
  #waiting: { message: (messageId: number) => Buffer; acknowledged: Acknowledged | undefined }[] = []
  #lastId = 0

  constructor(receiveMaximum: number, send: (bytes: Buffer) => void) {
    this.#receiveMaximum = receiveMaximum
    this.#send = send
  }

  /** Sends the message, or holds it until an acknowledgement makes room. False if the queue is full too. */
  add(message: (messageId: number) => Buffer, acknowledged?: Acknowledged): boolean {
    if (this.#unacknowledged.size >= this.#receiveMaximum) {
      if (this.#waiting.length >= maxWaiting) return false
      this.#waiting.push({ message, acknowledged })
      return true
    }
    do this.#lastId = (this.#lastId % maxPacketId) + 1
    while (this.#unacknowledged.has(this.#lastId))
    this.#unacknowledged.set(this.#lastId, acknowledged)
    this.#send(message(this.#lastId))
    return true
  }

  acknowledged(messageId: number): void {
    const acknowledged = this.#unacknowledged.get(messageId)
    if (!this.#unacknowledged.delete(messageId)) return
    acknowledged?.()
    const [next] = this.#waiting.splice(0, 1)
    if (next !== undefined) this.add(next.message, next.acknowledged)
  }
}
