import { isNobodyNotified, notifiedLines, type AlarmDetail } from '@emberwatch/contract'
import { enumLabel } from '../../../platform/i18n.ts'
import { duration, exactly, joined, wordsOf, type Paper } from './paper.ts'

type Step = AlarmDetail['journey'][number]

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** What a step says in addition to its name. */
const detailOf = ({ ctx }: Paper, { step: name, detail }: Step): string => {
  const { locale } = ctx
  const {
    count,
    orderCode,
    handleWay,
    cause,
    result,
    note,
    losses,
    closeReason,
    name: called,
    callResult,
    text: step,
    checkCode,
    done,
  } = detail
  const label = (enumeration: Parameters<typeof enumLabel>[1], value: unknown) =>
    text(value) && enumLabel(locale, enumeration, value)
  return joined(
    typeof count === 'number' ? String(count) : undefined,
    text(orderCode),
    text(called),
    label('callOutcome', callResult),
    label('alarmResult', result),
    label('handleWay', handleWay),
    label('misreportCause', cause),
    // A tick that was removed must not look like a tick.
    done === false ? wordsOf(ctx).unticked.replace('{{text}}', text(step) ?? '') : text(step),
    text(note),
    text(losses),
    text(closeReason),
    text(checkCode),
    text(detail['rule']),
    ...(name.startsWith('notification')
      ? notifiedLines(detail, (enumeration, value) => enumLabel(locale, enumeration, value))
      : []),
  )
}

export const writeJourney = async (paper: Paper): Promise<void> => {
  const { ctx, pdf, alarm } = paper
  const words = wordsOf(ctx)
  pdf.heading(words.journey)
  await pdf.table({
    columns: [
      { header: words.step, share: 1.1 },
      { header: words.after, share: 0.7, align: 'right' },
      { header: words.time, share: 1.5 },
      { header: words.who, share: 0.9 },
      { header: words.detail, share: 2 },
    ],
    rows: alarm.journey.map((step, index) => {
      const before = alarm.journey[index - 1]
      return [
        isNobodyNotified(step) ? words.nobodyNotified : enumLabel(ctx.locale, 'journeyStep', step.step),
        before ? duration(Date.parse(step.at) - Date.parse(before.at)) : '',
        exactly(paper, step.at),
        step.actor,
        detailOf(paper, step),
      ]
    }),
  })
}

/** Who acted on the alarm: how often, and from when to when. */
export const writePeople = async (paper: Paper): Promise<void> => {
  const { ctx, pdf, alarm } = paper
  const words = wordsOf(ctx)
  const acted = alarm.journey.flatMap(({ actor, at }) => (actor === null ? [] : [{ actor, at }]))
  const people = [...Map.groupBy(acted, ({ actor }) => actor)]
  pdf.heading(words.people)
  await pdf.table({
    columns: [
      { header: words.who, share: 1.5 },
      { header: words.steps, align: 'right' },
      { header: words.first, share: 1.5 },
      { header: words.last, share: 1.5 },
    ],
    rows: people.map(([name, steps]) => [
      name,
      steps.length,
      exactly(paper, steps[0]?.at ?? alarm.firstAt),
      exactly(paper, steps.at(-1)?.at ?? alarm.firstAt),
    ]),
  })
}
