import type { LinkProtocolName } from '@emberwatch/contract'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, isIPv6, type AddressInfo } from 'node:net'
import { linkPortNames, type Config } from './config.ts'

/** Where the demo receives transmitters if nothing is set. The standards name no ports; 7700 is that of Bosch's receivers and panels. */
const usualPorts: Readonly<Record<LinkProtocolName, number>> = { gb26875: 26_875, siaDc09: 7_700 }

/** The settings of the demo, which opens the port of every receiver: the one that is set, the usual one, or any if that is in use. */
export const withDemoPorts = async (config: Config): Promise<Config> => {
  const linkPorts: Record<string, number> = { ...config.linkPorts }
  const set = [config.port, config.mqttPort, config.mqttTls?.port, ...Object.values(config.linkPorts)]
  for (const protocol of Object.keys(linkPortNames) as LinkProtocolName[]) {
    const usual = usualPorts[protocol]
    if (linkPorts[protocol] !== undefined) continue
    const free = set.includes(usual) ? undefined : await freePort(config.host, usual)
    linkPorts[protocol] = free ?? (await freePort(config.host, 0)) ?? 0
  }
  return { ...config, linkPorts }
}

/** A port that is free over TCP and UDP: this one, or with 0 any. Undefined if it is not. */
const freePort = async (host: string, wanted: number): Promise<number | undefined> => {
  const server = createServer()
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  try {
    server.listen({ host, port: wanted })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    socket.bind({ address: host, port })
    await once(socket, 'listening')
    return port
  } catch {
    // Whatever else is wrong with it is said when it is opened.
    return undefined
  } finally {
    server.close()
    socket.close()
  }
}
