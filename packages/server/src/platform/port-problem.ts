import { linkPortNames, listedPorts, type Config } from '../config.ts'
import { codeOf, StartupError } from './startup-error.ts'

/** Turns the error of a port that cannot be opened into one line that says what to do. Any other error stays as it is. */
export const explainPort = (
  error: unknown,
  { host, mqttPort, mqttTls, linkPorts }: Pick<Config, 'host' | 'mqttPort' | 'mqttTls' | 'linkPorts'>,
): unknown => {
  const code = codeOf(error)
  const port = error instanceof Error && 'port' in error && typeof error.port === 'number' ? error.port : undefined
  // A lock or a local socket has no port, or -1.
  if (port === undefined || port <= 0) return error
  const [link] = listedPorts(linkPorts).find(([, each]) => each === port) ?? []
  const own = port === mqttPort ? 'MQTT_PORT' : port === mqttTls?.port ? 'MQTT_TLS_PORT' : 'PORT'
  const name = link === undefined ? own : linkPortNames[link]
  if (code === 'EADDRINUSE') return new StartupError(`Port ${port} on ${host} is in use: stop the other program, or set ${name}.`)
  if (code === 'EACCES') return new StartupError(`Port ${port} may not be opened by this user: set ${name} to 1024 or higher.`)
  if (code === 'EADDRNOTAVAIL') return new StartupError(`This machine has no address ${host}: correct HOST.`)
  return error
}
