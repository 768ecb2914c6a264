/** Signing in and the pages around it; labels and messages are the specification's (spec 2, 5, 8). */
export const signIn = {
  heading: 'Sign in',
  email: 'EMAIL',
  password: 'PASSWORD',
  submit: 'LOG IN',
  forgot: 'FORGOT PASSWORD',
  capsLock: 'Caps Lock is on',
  notLifeSafety: 'Not a life-safety system.',
  promise: 'Every room has a normal day. You hear from us when it does not.',
  unreachable: 'The server cannot be reached. Check the connection and try again.',
  busy: 'The server is busy. Try again in a moment.',
  invalid: {
    email: 'Please enter a valid email address',
    login: 'Email or password is invalid',
    passwordExpired: 'Temporary password expired please contact your administrator',
    sessionExpired: 'Session expired, please try again',
    confirmed: "Account hasn't been confirmed. Check your email",
    limit: 'Maximum login attempts exceeded',
  },
  loading: {
    label: 'Signing in',
  },
} as const
