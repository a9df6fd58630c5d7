import { input, instant, nullable, ref, text, Type, nothing } from '../../../kernel/schema.ts'
import { about, endpoint } from '../../../kernel/endpoint.ts'

/** One step of a site's checklist, and whether it has been done for this alarm. */
export const alarmCheckItem = Type.Object({
  text: Type.String(),
  done: Type.Boolean(),
  /** Who last ticked or unticked it, and when. */
  by: nullable(Type.String()),
  at: nullable(instant()),
  /** True if it was ticked but is no longer on the site's list. */
  former: Type.Boolean(),
})

export const alarmChecks = Type.Object({
  items: Type.Array(alarmCheckItem),
  /** Version of the site's list; 0: it has none yet. Null: the alarm has no project. */
  version: nullable(Type.Integer()),
})

/** Maximum number of steps on a list. */
export const checkItems = 30
const itemText = () => text(200)

export const tickInput = input({ id: ref('alarm'), text: itemText(), done: Type.Boolean() })
export const checklistInput = input({
  projectId: ref('project'),
  /** 0 while the site has none. */
  version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  checkSteps: Type.Array(itemText(), { maxItems: checkItems, uniqueItems: true }),
})
export const checklist = Type.Object({ version: Type.Integer(), checkSteps: Type.Array(Type.String()) })

export const alarmCheckEndpoints = about('alarm', {
  list: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/checks',
    access: 'alarm:view',
    shows: ['alarm', 'project'],
    input: input({ id: ref('alarm') }),
    output: alarmChecks,
    summary: 'The site’s checklist, with what has been done for an alarm',
  }),
  tick: endpoint({
    method: 'POST',
    path: 'web/alarmRecord/check',
    access: 'alarm:check',
    input: tickInput,
    output: nothing,
    summary: 'Tick a step of the checklist for an alarm, or take the tick back',
    errors: ['precondition'],
  }),
  checklist: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/checklist',
    access: 'alarm:view',
    shows: ['alarm', 'project'],
    input: input({ projectId: ref('project') }),
    output: checklist,
    summary: 'What has to be done at a site in an alarm',
  }),
  save: endpoint({
    method: 'POST',
    path: 'web/alarmRecord/checklist/save',
    access: 'alarm:checklist',
    input: checklistInput,
    output: nothing,
    summary: 'Set what has to be done at a site in an alarm; ticks of earlier alarms stay',
    errors: ['staleVersion'],
  }),
})
