import { endpoints } from '@emberwatch/contract'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../kit/actions.tsx'
import { confirm } from '../../../kit/confirm.ts'
import { LiveText } from '../../../kit/clock.tsx'
import { useCan } from '../../../session/me.tsx'
import { guide, isComplete, nextStep, useSetUp, type SetUp, type Step, useSteps } from './set-up-steps.tsx'
import '../../../kit/detail/detail.css'
import './set-up.css'

interface LineProps {
  step: Step
  isNext: boolean
  work: ReturnType<typeof useSteps>
}

const Line = ({ step, isNext, work }: LineProps) => {
  const { t } = useTranslation('set-up')
  const { step: name, done, begun } = step
  const off = work.offOf(step)
  const state = done ? t(($) => $.done) : begun ? t(($) => $.begun) : t(($) => $.open)
  return (
    <li data-done={done} data-next={isNext} aria-current={isNext ? 'step' : undefined}>
      <span className="ew-setup-mark" aria-hidden>
        {done ? '✓' : ''}
      </span>
      <div>
        <strong>{enumLabel('setUpStep', name)}</strong> <span className="ew-visually-hidden">{state}</span>
        {!done && <small>{(begun && t(($) => $.begunHints[name])) || t(($) => $.hints[name])}</small>}
      </div>
      {!done && off !== true && (
        <ActionButton action={{ key: name, label: work.labelOf(step), primary: isNext, off, onClick: () => work.begin(step) }} />
      )}
    </li>
  )
}

const Steps = ({ state }: { state: SetUp }) => {
  const { t } = useTranslation('set-up')
  const mayHide = useCan()('settings:update')
  const run = useRunWrite()
  const work = useSteps(state)
  const next = nextStep(state)
  // Back on the list, there is nothing to come back to.
  useEffect(() => guide(null), [])
  const done = state.steps.filter((step) => step.done).length
  const hide = async () => {
    if (!(await confirm({ title: t(($) => $.hideTitle), content: t(($) => $.hideText), ok: t(($) => $.hide) }))) return
    await run(endpoints.setUp.hide, { hidden: true })
  }
  return (
    <section className="ew-panel ew-setup" aria-label={t(($) => $.title)}>
      <header>
        <h2>{t(($) => $.title)}</h2>
        <progress aria-label={t(($) => $.title)} value={done} max={state.steps.length} />
        <small role="status">
          <LiveText>{t(($) => $.progress, { done, all: state.steps.length })}</LiveText>
        </small>
        <span className="ew-spacer" />
        {mayHide && (
          <Button type="text" size="small" onClick={() => void hide().catch(() => {})}>
            {t(($) => $.hide)}
          </Button>
        )}
      </header>
      <ol>
        {state.steps.map((step) => (
          <Line key={step.step} step={step} isNext={step === next} work={work} />
        ))}
      </ol>
      {work.dialog}
    </section>
  )
}

/** The first evening: what is left to do until an alarm reaches people. Ticked by what is really there. */
export const SetUpList = () => {
  const state = useSetUp(true)
  return state && !isComplete(state) ? <Steps state={state} /> : null
}
