import { useShownOnce } from '../../../kit/creators.ts'
import { usePasswordOnce } from '../../../kit/secret-once.tsx'
import { accountKind } from './account-kind.ts'
import CreateAccount from './create-account.form.tsx'

const staff = accountKind('company')

/** The form for a new colleague from any drop-down of people, then the one-time password. */
export default function AccountCreator({ onClose }: { onClose: () => void }) {
  const password = usePasswordOnce()
  const { made, onMade, close } = useShownOnce(password.dialog, onClose)
  if (made) return password.dialog
  return (
    <CreateAccount
      kind={staff}
      customer={undefined}
      onClose={close}
      onCreated={(name, answer) => {
        password.show(name, answer)
        onMade()
      }}
    />
  )
}
