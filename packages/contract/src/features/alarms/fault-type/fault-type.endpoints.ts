import { standardCalls } from '../../base/file/standard-calls.ts'
import { faultTypeCreateInput, faultTypePageInput, faultTypeRow, faultTypeUpdateInput } from './fault-type.schema.ts'

/** `web/faultType/select` is declared with the faults, whose lists use it. */
export const faultTypeEndpoints = standardCalls('faultType', {
  entity: 'fault_type',
  about: 'faultType',
  words: ['a fault type', 'fault types'],
  page: { input: faultTypePageInput, row: faultTypeRow },
  create: { input: faultTypeCreateInput, errors: ['duplicate'] },
  update: { input: faultTypeUpdateInput },
  del: { summary: 'Delete a fault type that no report parameter means and no fault has', errors: ['inUse', 'notHere'] },
  forbidden: { summary: 'Enable or disable for new report parameters; codes that mean it go on raising faults' },
})
