import { id, input, instant, nullable, oneOf, optional, ref, text, Type, type Static, rowId } from '../../../kernel/schema.ts'
import { callMethods } from '../../sites/project-notifier/project-notifier.schema.ts'
import { about, endpoint } from '../../../kernel/endpoint.ts'

/** A person of the site's call list, and the outcome of calls to them about this alarm. Phones are masked. */
export const alarmCallPerson = Type.Object({
  id: id(),
  seq: Type.Integer(),
  name: Type.String(),
  phone: Type.String(),
  role: oneOf('notifierRole'),
  methods: Type.Array(Type.Unsafe<(typeof callMethods)[number]>({ type: 'string', enum: [...callMethods] })),
  language: oneOf('callLanguage'),
  enabled: Type.Boolean(),
  /** Number of calls since the alarm was raised. */
  tries: Type.Integer(),
  lastResult: nullable(oneOf('callOutcome')),
  lastAt: nullable(instant()),
})
export type AlarmCallPerson = Static<typeof alarmCallPerson>

/** One call that was made. It keeps the person who was called, even if the call list changes. */
export const alarmCallRow = Type.Object({
  id: id(),
  at: instant(),
  by: nullable(Type.String()),
  name: Type.String(),
  role: oneOf('notifierRole'),
  phone: Type.String(),
  callResult: oneOf('callOutcome'),
  note: nullable(Type.String()),
})

export const alarmCalls = Type.Object({
  people: Type.Array(alarmCallPerson),
  /** Newest first. */
  calls: Type.Array(alarmCallRow),
  /** The person to call next; null once somebody has answered or nobody is left. */
  nextId: nullable(id()),
  reached: Type.Boolean(),
  /** Until then, the premises are called before this fire counts as one. Null where nobody requires that, or once the fire has been judged. */
  verification: nullable(Type.Object({ askedBy: Type.String(), until: instant() })),
})

export const recordCallInput = input({
  id: ref('alarm'),
  notifierId: ref('project_notifier'),
  callResult: oneOf('callOutcome'),
  note: optional(text(200)),
})

export const alarmCallEndpoints = about('alarm', {
  list: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/calls',
    access: 'alarm:view',
    also: 'projectNotifier:view',
    shows: ['alarm', 'project'],
    input: input({ id: ref('alarm') }),
    output: alarmCalls,
    summary: 'Whom to call about an alarm, in the order of calls, and the calls that were made',
  }),
  record: endpoint({
    method: 'POST',
    path: 'web/alarmRecord/call',
    access: 'alarm:call',
    also: 'projectNotifier:view',
    input: recordCallInput,
    output: rowId,
    summary: 'Write down how a call to somebody of the call list went',
    errors: ['precondition'],
  }),
})
