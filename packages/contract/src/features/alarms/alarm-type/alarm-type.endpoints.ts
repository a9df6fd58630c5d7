import { standardCalls } from '../../base/file/standard-calls.ts'
import { alarmTypeCreateInput, alarmTypePageInput, alarmTypeRow, alarmTypeUpdateInput } from './alarm-type.schema.ts'

/** `web/alarmType/select` is declared with the alarms, whose lists use it. */
export const alarmTypeEndpoints = standardCalls('alarmType', {
  entity: 'alarm_type',
  about: 'alarmType',
  words: ['an alarm type', 'alarm types'],
  page: { input: alarmTypePageInput, row: alarmTypeRow },
  create: { input: alarmTypeCreateInput, errors: ['duplicate'] },
  update: { input: alarmTypeUpdateInput, summary: 'Edit an alarm type; alarms raised before keep their level and deadline' },
  del: { summary: 'Delete an alarm type that no report parameter means and no alarm has', errors: ['inUse', 'notHere'] },
  forbidden: { summary: 'Enable or disable for new report parameters; codes that mean it go on raising alarms' },
})
