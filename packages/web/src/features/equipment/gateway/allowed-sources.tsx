import { Button, Select, type SelectProps } from 'antd'
import { useTranslation } from 'react-i18next'

interface SourcesProps extends Pick<SelectProps<string[]>, 'id'> {
  /** Where it called from last, if that is known. */
  ip: string | null
  value?: string[]
  onChange?: (sources: string[]) => void
}

/** Addresses and networks that a gateway may call from. The one that it calls from now is entered with one click. */
export const Sources = ({ ip, value = [], onChange, ...field }: SourcesProps) => {
  const { t } = useTranslation('gateway')
  // As an IPv4 address is written, and as the list of sources accepts it.
  const own = ip?.replace(/^::ffff:(?=\d+\.)/i, '') ?? null
  return (
    <>
      <Select
        {...field}
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[' ', ',', ';']}
        value={value}
        {...(onChange ? { onChange } : {})}
      />
      {own !== null && !value.includes(own) && (
        <Button type="link" size="small" onClick={() => onChange?.([...value, own])}>
          {t(($) => $.form.useSource, { ip: own })}
        </Button>
      )}
    </>
  )
}
