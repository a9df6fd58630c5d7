import { useTranslation } from 'react-i18next'
import { RuleRuns } from './rule-runs.tsx'
import { Rules } from './rules.tsx'

/** The linked rules of a project with their runs, for its page. Shown to holders of `linkedRule:view`. */
export const ProjectRules = ({ projectId }: { projectId: number }) => {
  const { t } = useTranslation('linked-rule')
  return (
    <>
      <Rules projectId={projectId} />
      <section className="ew-panel">
        <h2>{t(($) => $.tabs.runs)}</h2>
        <RuleRuns of={{ projectId }} />
      </section>
    </>
  )
}
