import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, optional, ref, rowId } from '../../../kernel/schema.ts'

export const alarmTestEndpoints = about('alarm', {
  raise: endpoint({
    method: 'POST',
    path: 'web/alarmTest/raise',
    access: 'project:test',
    /** Exactly one of the three. */
    input: input({ deviceId: optional(ref('device')), gatewayId: optional(ref('gateway')), projectId: optional(ref('project')) }),
    /** The alarm. */
    output: rowId,
    summary:
      'Raise a test fire alarm at a device, a gateway or a project; people are notified of it as of a real one, marked as a test',
    errors: ['precondition'],
    perMinute: 30,
  }),
})
