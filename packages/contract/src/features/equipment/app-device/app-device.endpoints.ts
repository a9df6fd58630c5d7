import { about, endpoint } from '../../../kernel/endpoint.ts'
import { appFindInput, appFound, appHeard, appHeardInput } from './app-device.schema.ts'

/** What an engineer's phone asks about a device or gateway on site. */
export const appDeviceEndpoints = about([], {
  find: endpoint({
    method: 'GET',
    path: 'app/device/find',
    access: 'order:work',
    input: appFindInput,
    output: appFound,
    summary: 'The device or gateway with a scanned code, within the caller’s scope',
    errors: ['deviceMissing'],
  }),
  heard: endpoint({
    method: 'GET',
    path: 'app/device/heard',
    access: 'order:work',
    input: appHeardInput,
    output: appHeard,
    summary: 'What was heard of it since a moment',
  }),
})
