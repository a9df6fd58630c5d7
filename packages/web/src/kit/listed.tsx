/** A message of the server: its first line, and the items below it as a list. */
export const Listed = ({ text }: { text: string }) => {
  const [first = '', ...items] = text.split('\n')
  return (
    <>
      <p>{first}</p>
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </>
  )
}
