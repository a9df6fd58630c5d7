import type { HeartbeatMessage, ReceivedMessage } from '@emberwatch/device-link'

/** What a message says, from a receiver that has decoded it. */
export type DecodedContent = { report: ReceivedMessage } | { heartbeat: HeartbeatMessage }

/** A frame of another language than device-link. */
export interface Frame {
  /** Undefined: it could not be read. */
  readonly content: DecodedContent | undefined
  /** What makes it itself, if that is not its whole payload: it is a redelivery if the same comes again. */
  readonly identity?: Uint8Array | undefined
  /** It may not be of now, or not of its sender: no sign of life. */
  readonly isDoubtful?: boolean
  /** The name under which its sender is listed, if nobody registered it. */
  readonly listedAs?: string | undefined
}

/** One message from a gateway, as received. */
export interface BrokerMessage {
  /**
   * The sender. With the embedded broker this is the authenticated gateway. An external broker vouches for it by its own rules.
   */
  gateway: string
  /** The channel below the gateway's own topics. Undefined for any other topic; then never trust the payload. */
  readonly channel: string | undefined
  readonly topic: string
  readonly payload: Uint8Array
  /** What it says, if its receiver speaks another language than device-link. The payload then is the frame as it came, which is no text. */
  readonly frame?: Frame | undefined
  /** Where it came from, if no heartbeat says it. Behind a proxy the port is unknown. */
  readonly from?: { readonly ip: string; readonly port: number | null } | undefined
  /** The server's time when the message was read. All response clocks start here. */
  readonly receivedAt: Date
  /** To be called when it has to wait for what another transaction has locked: it takes no room from the messages of others meanwhile. */
  readonly park?: (() => void) | undefined
}

/**
 * Must be called exactly once: without an error after the commit (the gateway gets its acknowledgement), or with an error to return the
 * message (it is sent again later).
 */
export type MessageDone = (error?: Error) => void

/** Accepts one message. Must not throw. May delay `done` for as long as the database is unavailable. */
export type MessageHandler = (message: BrokerMessage, done: MessageDone) => void

/**
 * Where gateways connect: inside this process or at an external cluster. The rest of the code does not know which. Acknowledged
 * means durable: no acknowledgement is sent before the handler calls `done`, and unacknowledged messages are bounded.
 */
export interface Broker {
  /** Listens, or connects and subscribes. Rejects if that is impossible now (port in use, broker rejects us). */
  start(): Promise<void>
  /** Stops accepting messages and closes connections. Unacknowledged messages stay so, and gateways send them again. */
  stop(): Promise<void>
  /** Sends one message to gateways with QoS 1. Nothing is kept for a gateway that is offline: the caller must send again. */
  publish(topic: string, payload: string | Uint8Array): Promise<void>
  /** Whether a message on this topic can be sent from here now: its gateway is connected to this process, or the external broker is. */
  reaches(topic: string): boolean
  /**
   * Sends one message like `publish` and resolves with who acknowledged it. Stays pending until somebody does: the caller has its own time
   * limit and sends again. An external broker discards it after `expiresAt`.
   */
  deliver(topic: string, payload: string | Uint8Array, expiresAt: Date): Promise<AcknowledgedBy>
  /** Sets the handler. Call before `start`. */
  onMessage(handler: MessageHandler): void
  /** Closes every connection of a gateway, for example after its secret was rotated. */
  kick(gateway: string): void
  /** Closes the connections of all third parties that receive events. */
  kickReceivers(): void
  /** Live figures for readiness and metrics. */
  status(): BrokerStatus
}

export interface BrokerStatus {
  /** Whether messages can arrive now. */
  readonly ready: boolean
  /** Another process receives from the external broker, and this one would take over if it fails. */
  readonly standby: boolean
  /** Gateway connections to this process. Undefined with an external broker, because only the broker knows. */
  readonly connections: number | undefined
  /** Messages passed to the handler and not yet acknowledged. */
  readonly inFlight: number
}

/** Who acknowledged a message: its gateway, or an external broker, which says nothing about the gateway. `none`: there is no subscriber. */
export type AcknowledgedBy = 'gateway' | 'broker' | 'none'

/** Whether a client may connect. `disabled`: its secret is right, but it may not. */
export type SignIn = boolean | 'disabled'

/**
 * Decides whether a gateway may connect. Rejects if it cannot decide now (database unavailable); the gateway is told to come
 * back.
 */
export type AuthenticateGateway = (gateway: string, secret: string, ip: string) => Promise<SignIn>

/** The part of a logger that brokers use. */
export interface BrokerLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** Limits on memory and load, per process. */
export interface BrokerLimits {
  /** Connections of authenticated gateways. */
  readonly connections: number
  /** Connections that are not authenticated yet. The oldest is closed first. */
  readonly unauthenticated: number
  /** How long they may take to authenticate. */
  readonly signInSeconds: number
  /** Connections of one gateway. The oldest is closed first. */
  readonly connectionsPerGateway: number
  /** Messages waiting for their commit. Above this, nothing more is read from any connection. */
  readonly inFlightMessages: number
  /** Bytes of their payloads. Decoded, a payload of very short reports takes about eighty times its size in memory. */
  readonly inFlightBytes: number
  /** The same per gateway. Above this, nothing more is read from it, so that a flooding gateway only delays itself. */
  readonly inFlightMessagesPerGateway: number
  readonly inFlightBytesPerGateway: number
  /** Longest keep-alive in seconds. Also used for clients that ask for none. */
  readonly keepaliveSeconds: number
  /** Wrong secrets per gateway and address within a minute before further rejections are delayed. */
  readonly failuresPerMinute: number
}

export const defaultBrokerLimits: BrokerLimits = {
  connections: 20_000,
  unauthenticated: 5000,
  signInSeconds: 10,
  connectionsPerGateway: 4,
  inFlightMessages: 20_000,
  inFlightBytes: 8 * 1024 * 1024,
  inFlightMessagesPerGateway: 2000,
  inFlightBytesPerGateway: 1024 * 1024,
  keepaliveSeconds: 1200,
  failuresPerMinute: 10,
}
