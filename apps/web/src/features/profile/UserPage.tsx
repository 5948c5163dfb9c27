import { Navigate, useParams } from 'react-router'
import { useViewer } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { Profile } from './Profile.tsx'

/** /user/:userId: somebody else's profile; one's own has its own address (spec section 2). */
export function UserPage() {
  const { userId = '' } = useParams()
  const viewer = useViewer()
  if (viewer?.user_id === userId) return <Navigate to={paths.ownProfile()} replace />
  // Another person begins with their notes again.
  return <Profile key={userId} userId={userId} />
}
