import { pageHref, pages } from '@emberwatch/contract'
import { CloseOutlined } from '@ant-design/icons'
import { useLocation } from '@tanstack/react-router'
import { Button } from 'antd'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { guide, hrefOf, isComplete, nextStep, useGuided, useSetUp, useSteps } from './set-up-steps.tsx'
import './set-up.css'

/** Above every page that the set-up list led to: the way back, and once the step is done, to the next one. */
const Bar = () => {
  const { t } = useTranslation('set-up')
  const guided = useGuided(({ step }) => step)
  const state = useSetUp(true)
  const work = useSteps(state)
  const at = state?.steps.find(({ step }) => step === guided)
  const place = document.getElementById('notices')
  if (!state || !at || !place) return null
  const name = enumLabel('setUpStep', at.step)
  const next = nextStep(state)
  /** What can be done from here: this step, if it takes no page, or else the next one. */
  const step = at.done ? next : hrefOf(at) === undefined ? at : undefined
  const isPossible = step && work.offOf(step) === undefined
  return createPortal(
    <section className="ew-setup-bar" aria-label={t(($) => $.bar)} data-done={at.done}>
      <strong role="status">
        {isComplete(state) ? t(($) => $.allDone) : at.done ? t(($) => $.barDone, { step: name }) : `${t(($) => $.bar)} · ${name}`}
      </strong>
      {!at.done && at.begun && <small>{t(($) => $.begunHints[at.step])}</small>}
      <span className="ew-spacer" />
      {isPossible && (
        <Button type="primary" size="small" onClick={() => void work.begin(step).catch(() => {})}>
          {step === at ? work.labelOf(step) : t(($) => $.next, { step: work.labelOf(step) })}
        </Button>
      )}
      <Button size="small" href={pageHref('home')}>
        {t(($) => $.back)}
      </Button>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t(($) => $.leave)}
        title={t(($) => $.leave)}
        onClick={() => guide(null)}
      />
      {work.dialog}
    </section>,
    place,
  )
}

export const SetUpBar = () => {
  const isGuided = useGuided(({ step }) => step !== null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  return isGuided && path !== pages.home && path !== pages.dataCentre ? <Bar /> : null
}
