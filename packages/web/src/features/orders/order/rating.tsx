import { useTranslation } from 'react-i18next'

export const ratings = [1, 2, 3, 4, 5] as const

/** A rating as stars and number. */
export const Rating = ({ value }: { value: number | null }) => {
  const { t } = useTranslation('order')
  if (value === null) return <>—</>
  return (
    <>
      <span aria-hidden>
        {'★'.repeat(value) + '☆'.repeat(ratings.length - value)} {value}
      </span>
      <span className="ew-visually-hidden">{t(($) => $.stars, { rating: value })}</span>
    </>
  )
}
