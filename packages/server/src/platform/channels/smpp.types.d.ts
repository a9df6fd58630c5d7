/** The part of the package `smpp` that we use; it has no types. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events'
  import type { Server as NetServer } from 'node:net'

  export interface Pdu {
    readonly command: string
    readonly command_status: number
    readonly message_id?: string
    readonly esm_class?: number
    readonly data_coding?: number
    readonly registered_delivery?: number
    readonly system_id?: string
    readonly password?: string
    readonly source_addr?: string
    readonly destination_addr?: string
    readonly receipted_message_id?: string
    readonly message_state?: number
    /** A text that did not fit into `short_message`, or that the other side prefers to send here. */
    readonly message_payload?: Buffer | string | { readonly message?: string | Buffer }
    readonly short_message?: { readonly message?: string | Buffer; readonly udh?: Buffer | readonly Buffer[] }
    response(options?: Readonly<Record<string, unknown>>): Pdu
  }
  type Options = Readonly<Record<string, unknown>>
  type Answered = (answer: Pdu) => void

  export interface Session extends EventEmitter {
    bind_transceiver(options: Options, answered: Answered): boolean
    submit_sm(options: Options, answered: Answered): boolean
    deliver_sm(options: Options, answered?: Answered): boolean
    enquire_link(answered?: Answered): boolean
    unbind(answered?: Answered): boolean
    send(pdu: Pdu): boolean
    close(closed?: () => void): void
    destroy(closed?: () => void): void
  }
  type Server = NetServer & { readonly sessions: readonly Session[] }
  interface Smpp {
    connect(options: Options): Session
    createServer(onSession: (session: Session) => void): Server
    createServer(options: Options, onSession: (session: Session) => void): Server
    readonly encodings: {
      readonly ASCII: { match(text: string): boolean; encode(text: string): Buffer; decode(bytes: Buffer): string }
    }
  }
  const smpp: Smpp
  export default smpp
}
