import type { IConnackPacket, IConnectPacket } from 'mqtt-packet'
import { REASON, returnCodeOf } from './reason-codes.ts'

/** How many topics a gateway may replace by aliases (MQTT 5.0). */
export const TOPIC_ALIASES = 16
const MAX_CLIENT_ID_LENGTH = 512

/** The reason to reject a CONNECT before its secret is checked, or 0. */
export function refusalOf({ protocolVersion, clientId, clean, properties }: IConnectPacket): number {
  if (properties?.authenticationMethod !== undefined) return REASON.badAuthenticationMethod
  const isNameless = clientId === ''
  // MQTT 3.1.1, 3.1.3.1: without a client id there is no session to resume. MQTT 3.1 does not allow an empty client id at all.
  if (isNameless && (protocolVersion === 3 || (protocolVersion === 4 && clean !== true))) return REASON.invalidClientId
  return clientId.length > MAX_CLIENT_ID_LENGTH ? REASON.invalidClientId : REASON.success
}

/** The answer to a CONNECT: a return code in MQTT 3; in MQTT 5.0 a reason code and what the gateway is granted. */
export function connackOf(packet: IConnectPacket, reason: number, clientId: string, maxKeepaliveSeconds: number): IConnackPacket {
  if (packet.protocolVersion !== 5) return { cmd: 'connack', sessionPresent: false, returnCode: returnCodeOf(reason) }
  if (reason !== REASON.success) return { cmd: 'connack', sessionPresent: false, reasonCode: reason }
  const properties: NonNullable<IConnackPacket['properties']> = {
    topicAliasMaximum: TOPIC_ALIASES,
    sharedSubscriptionAvailable: false,
    ...(packet.clientId === '' ? { assignedClientIdentifier: clientId } : {}),
    ...((packet.keepalive || Infinity) > maxKeepaliveSeconds ? { serverKeepAlive: maxKeepaliveSeconds } : {}),
    ...(packet.properties?.sessionExpiryInterval ? { sessionExpiryInterval: 0 } : {}),
  }
  return { cmd: 'connack', sessionPresent: false, reasonCode: reason, properties }
}
