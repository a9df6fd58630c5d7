import { useTranslation } from 'react-i18next'
import { Tag } from './status-tag.tsx'

const succeeded: ReadonlySet<string> = new Set(['ok', 'signedInAs'])

/** The result of a sign-in attempt. */
export const SignInResult = ({ result }: { result: string }) => {
  const { t } = useTranslation('kit')
  const words: Readonly<Record<string, string>> = t(($) => $.signInResults, { returnObjects: true })
  return (
    <Tag look={succeeded.has(result) ? { tone: 'normal', shape: '●' } : { tone: 'fault', shape: '▲' }}>
      {words[result] ?? result}
    </Tag>
  )
}
