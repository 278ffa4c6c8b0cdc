export async function signOut(_texts: { confirm: string; failed: string }): Promise<void> {}
