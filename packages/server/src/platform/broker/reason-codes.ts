import type { IConnackPacket, IConnectPacket } from 'mqtt-packet'

/** The reason codes of MQTT 5.0 (section 2.4) that we send. */
export const reasonCodes = {
  success: 0x00,
  noSubscriptionExisted: 0x11,
  malformedPacket: 0x81,
  protocolError: 0x82,
  unsupportedVersion: 0x84,
  invalidClientId: 0x85,
  badCredentials: 0x86,
  notAuthorized: 0x87,
  serverUnavailable: 0x88,
  serverShuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  sessionTakenOver: 0x8e,
  topicNameInvalid: 0x90,
  packetIdNotFound: 0x92,
  invalidTopicAlias: 0x94,
  packetTooLarge: 0x95,
  administrativeAction: 0x98,
  sharedSubscriptionsUnsupported: 0x9e,
} as const

/** CONNACK return codes of MQTT 3.1.1 (table 3.1) for the same rejections. All others are "not authorized". */
const returnCodes: ReadonlyMap<number, number> = new Map([
  [reasonCodes.success, 0],
  [reasonCodes.unsupportedVersion, 1],
  [reasonCodes.invalidClientId, 2],
  [reasonCodes.serverUnavailable, 3],
  [reasonCodes.badCredentials, 4],
])

/** What a MQTT 3 CONNACK carries instead of a reason code. */
export const returnCodeOf = (reason: number): number => {
  return returnCodes.get(reason) ?? 5
}

/** How many topics a gateway may replace by aliases (MQTT 5.0). */
export const topicAliases = 16
const maxClientIdLength = 512

/** The reason to reject a CONNECT before its secret is checked, or 0. */
export const refusalOf = ({ protocolVersion, clientId, clean, properties }: IConnectPacket): number => {
  if (properties?.authenticationMethod !== undefined) return reasonCodes.badAuthenticationMethod
  const isNameless = clientId === ''
  // MQTT 3.1.1, 3.1.3.1: without a client id there is no session to resume. MQTT 3.1 does not allow an empty client id at all.
  if (isNameless && (protocolVersion === 3 || (protocolVersion === 4 && clean !== true))) return reasonCodes.invalidClientId
  return clientId.length > maxClientIdLength ? reasonCodes.invalidClientId : reasonCodes.success
}

/** The answer to a CONNECT: a return code in MQTT 3; in MQTT 5.0 a reason code and what the gateway is granted. */
export const connackOf = (
  packet: IConnectPacket,
  reason: number,
  clientId: string,
  maxKeepaliveSeconds: number,
): IConnackPacket => {
  if (packet.protocolVersion !== 5) return { cmd: 'connack', sessionPresent: false, returnCode: returnCodeOf(reason) }
  if (reason !== reasonCodes.success) return { cmd: 'connack', sessionPresent: false, reasonCode: reason }
  const properties: NonNullable<IConnackPacket['properties']> = {
    topicAliasMaximum: topicAliases,
    sharedSubscriptionAvailable: false,
    ...(packet.clientId === '' ? { assignedClientIdentifier: clientId } : {}),
    ...((packet.keepalive || Infinity) > maxKeepaliveSeconds ? { serverKeepAlive: maxKeepaliveSeconds } : {}),
    ...(packet.properties?.sessionExpiryInterval ? { sessionExpiryInterval: 0 } : {}),
  }
  return { cmd: 'connack', sessionPresent: false, reasonCode: reason, properties }
}
