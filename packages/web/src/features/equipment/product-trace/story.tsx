import { type DeviceStory, pageHref, type StoryStep } from '@emberwatch/contract'
import { endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { formatTime, formatWithMs } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { fromTo } from './from-to.ts'
import './product-trace.css'

const stateNames = { alarm: 'alarmState', fault: 'faultState', firmwareFailed: 'upgradeFailure' } as const

const Title = ({ step }: { step: StoryStep }) => {
  const { t } = useTranslation('product-trace')
  const can = useCan()
  const type = currentLanguage() === 'zh' ? step.typeNameZh : step.typeNameEn
  const name = [enumLabel('traceStep', step.step), type].filter(Boolean).join(' · ')
  return (
    <>
      {step.alarmId !== null && can(endpoints.alarm.detail.access) ? (
        <a className="ew-link" href={pageHref('alarmDetail', { id: step.alarmId })}>
          {name}
        </a>
      ) : (
        <strong>{name}</strong>
      )}
      {step.orderId !== null && step.orderCode !== null && (
        <>
          {' '}
          {step.orderKind === null ? (
            t(($) => $.order, { code: step.orderCode })
          ) : (
            <a className="ew-link" href={pageHref(`${step.orderKind}OrderDetail`, { id: step.orderId })}>
              {t(($) => $.order, { code: step.orderCode })}
            </a>
          )}
        </>
      )}
    </>
  )
}

/** The details of a step besides its name, one line each. */
const useLines = (story: DeviceStory) => {
  const { t } = useTranslation('product-trace')
  return ({ step, code, fromPlace, toPlace, state, note, operator, source, companyName }: StoryStep): string[] => {
    const places = fromPlace === null && toPlace === null ? null : fromTo({ fromPlace, toPlace })
    const stateName = step in stateNames ? stateNames[step as keyof typeof stateNames] : 'orderStatus'
    const by = [
      operator ?? (source === 'system' ? t(($) => $.system) : null),
      source && source !== 'system' && enumLabel('traceSource', source),
    ]
    const lines = [
      // In a history of several devices, each step names its device.
      story.chain.length > 1 || code !== story.code ? t(($) => $.of, { code }) : null,
      places,
      state === null ? null : enumLabel(stateName, state),
      note,
      by.filter(Boolean).join(' · ') || null,
      companyName,
    ]
    return lines.flatMap((line) => (line ? [line] : []))
  }
}

/** The steps of a history, newest first. */
export const Story = ({ story }: { story: DeviceStory }) => {
  const { t } = useTranslation('product-trace')
  const linesOf = useLines(story)
  const zone = story.now?.timeZone
  if (story.steps.length === 0) return <p className="ew-empty">{t(($) => $.nothing)}</p>
  return (
    <>
      <ol className="ew-story">
        {story.steps.map((step, index) => (
          <li key={index} data-tone={step.step === 'alarm' || step.step === 'fault' ? 'fault' : 'normal'}>
            <time dateTime={step.at} title={formatWithMs(step.at)}>
              {formatTime(step.at, zone)}
            </time>
            <span className="ew-story-step">
              <Title step={step} />
              {linesOf(step).map((line) => (
                <small key={line}>{line}</small>
              ))}
            </span>
          </li>
        ))}
      </ol>
      {story.capped && <p role="note">{t(($) => $.capped)}</p>}
    </>
  )
}
