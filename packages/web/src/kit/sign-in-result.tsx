import { useTranslation } from 'react-i18next'
import { Tag } from './status-tag.tsx'

/** How an attempt to sign in ended. */
export const SignInResult = ({ result }: { result: string }) => {
  const { t } = useTranslation('kit')
  const words: Readonly<Record<string, string>> = t(($) => $.signInResults, { returnObjects: true })
  return (
    <Tag look={result === 'ok' ? { tone: 'normal', shape: '●' } : { tone: 'fault', shape: '▲' }}>{words[result] ?? result}</Tag>
  )
}
