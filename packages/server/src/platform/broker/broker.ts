/** One message from a gateway, as it came off the wire. */
export interface BrokerMessage {
  /** Who sent it. With the embedded broker the authenticated gateway; an external broker vouches for it by its own rules. */
  gateway: string
  /** The channel under the gateway's own topics; undefined when the topic is not one of its own (then never trust the payload). */
  channel: string | undefined
  topic: string
  payload: Uint8Array
  /** The server's clock when the message was read. All response clocks start here. */
  receivedAt: Date
}

/** Call exactly once: with nothing after the commit (the gateway is acknowledged), with an error when the message is given back (it is sent again later). */
export type MessageDone = (error?: Error) => void

/** Takes one message. Must not throw; may hold `done` for as long as the database is away. */
export type MessageHandler = (message: BrokerMessage, done: MessageDone) => void

/**
 * Where gateways are connected: inside this process or at an external cluster. The rest of the code does not know which.
 * Acknowledged means durable: no acknowledgement leaves before the handler's `done`, and unacknowledged messages are bounded.
 */
export interface Broker {
  /** Listens, or connects and subscribes. Rejects when that is impossible now (port in use, broker refuses us). */
  start(): Promise<void>
  /** Stops taking messages and closes connections. What is not acknowledged yet never will be: gateways send it again. */
  stop(): Promise<void>
  /** Sends one message to gateways, QoS 1. Nothing is kept for a gateway that is not connected: whoever must reach it sends again. */
  publish(topic: string, payload: string | Uint8Array): Promise<void>
  /** Sets the one handler. Call before `start`. */
  onMessage(handler: MessageHandler): void
  /** Closes every connection of a gateway, for example after its secret was rotated. */
  kick(gateway: string): void
  /** Live figures for readiness and metrics. */
  status(): BrokerStatus
}

export interface BrokerStatus {
  /** Whether messages can arrive now. */
  ready: boolean
  /** Another process receives from the external broker, and this one would take over from it. */
  standby: boolean
  /** Gateway connections at this process; undefined with an external broker, which alone knows. */
  connections: number | undefined
  /** Messages handed to the handler and not acknowledged yet. */
  inFlight: number
}

/** Decides whether a gateway may connect. Rejects when it cannot decide now (database away): the gateway is told to come back. */
export type AuthenticateGateway = (gateway: string, secret: string, ip: string) => Promise<boolean>

/** The part of a logger that brokers use. */
export interface BrokerLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** Bounds of memory and load; every number is per process. */
export interface BrokerLimits {
  /** Connections of gateways that are signed in. */
  connections: number
  /** Connections that are not signed in yet; the oldest gives way. */
  strangers: number
  /** How long they have for it. */
  signInSeconds: number
  /** Connections of one gateway; the oldest gives way. */
  connectionsPerGateway: number
  /** Messages waiting for their commit; above it nothing more is read from any connection. */
  inFlightMessages: number
  /** Their payload bytes. Read, a payload of very short reports takes some eighty times its bytes of memory. */
  inFlightBytes: number
  /** Of one connection; above it nothing more is read from it, so that a flood holds up its own gateway only. */
  inFlightMessagesPerConnection: number
  inFlightBytesPerConnection: number
  /** Longest keep-alive in seconds; also given to clients that ask for none. */
  keepaliveSeconds: number
  /** Wrong secrets per gateway and address within a minute before the answer to further wrong ones is held back. */
  failuresPerMinute: number
}

export const DEFAULT_BROKER_LIMITS: BrokerLimits = {
  connections: 20_000,
  strangers: 5000,
  signInSeconds: 10,
  connectionsPerGateway: 4,
  inFlightMessages: 20_000,
  inFlightBytes: 8 * 1024 * 1024,
  inFlightMessagesPerConnection: 2000,
  inFlightBytesPerConnection: 1024 * 1024,
  keepaliveSeconds: 1200,
  failuresPerMinute: 10,
}
