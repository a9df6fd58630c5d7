import { input, optional, pageInput, ref, refs, ruled, text, Type } from '../../../kernel/schema.ts'
import { originFields, deviceRow } from './device.schema.ts'
import { about, endpoint } from '../../../kernel/endpoint.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'

/** Stock: devices that belong to a company but not to a project yet. */
export const devicePresetPageInput = pageInput(
  {
    series: optional(ref('device_series')),
    model: optional(ref('device_model')),
    companyId: optional(ref('company')),
    batch: optional(text(40)),
    box: optional(text(40)),
    pallet: optional(text(40)),
    /** In stock for longer than this many days. */
    stockedDays: optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  },
  ['createdAt', 'code'],
)

export const devicePresetCreateInput = input({
  code: ruled('deviceCode'),
  modelId: ref('device_model'),
  /** Default: the model's name. */
  name: optional(text(60)),
  communicationCode: optional(ruled('communicationCode')),
  /** Default: the caller's company. */
  companyId: optional(ref('company')),
  ...originFields,
  firmware: optional(ruled('version')),
  imei: optional(ruled('imei')),
})

/** Assigns devices in stock to a company of the caller's branch. */
export const devicePresetAssignInput = input({ ids: refs('device'), companyId: ref('company') })

/** Devices in stock: added by hand or from a file, assigned to another company, and removed from stock by being bound. */
export const devicePresetEndpoints = about('device', {
  ...standardCalls('devicePreset', {
    entity: 'device',
    words: ['a device in stock', 'devices in stock'],
    page: { input: devicePresetPageInput, row: deviceRow },
    create: { input: devicePresetCreateInput, errors: ['duplicate', 'codeInUse', 'quotaReached', 'notHere'] },
    remove: { summary: 'Delete a device in stock that was never in use', errors: ['precondition'] },
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
