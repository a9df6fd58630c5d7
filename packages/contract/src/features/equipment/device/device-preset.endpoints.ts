import { about, endpoint } from '../../../kernel/endpoint.ts'
import { Type } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import { devicePresetAssignInput, devicePresetCreateInput, devicePresetPageInput } from './device-preset.schema.ts'
import { deviceRow } from './device.schema.ts'

/** Devices in stock: added by hand or from a file, assigned to another company, and removed from stock by being bound. */
export const devicePresetEndpoints = about('device', {
  ...standardCalls('devicePreset', {
    entity: 'device',
    words: ['a device in stock', 'devices in stock'],
    page: { input: devicePresetPageInput, row: deviceRow },
    create: { input: devicePresetCreateInput, errors: ['duplicate', 'codeInUse', 'quotaReached', 'notHere'] },
    del: { summary: 'Delete a device in stock that was never in use', errors: ['precondition'] },
    export: {},
    import: {},
  }),
  assign: endpoint({
    method: 'POST',
    path: 'web/devicePreset/assign',
    access: 'devicePreset:assign',
    input: devicePresetAssignInput,
    output: Type.Object({ count: Type.Integer() }),
    summary: 'Hand devices in stock to a company of the branch',
    errors: ['precondition', 'quotaReached'],
  }),
})
