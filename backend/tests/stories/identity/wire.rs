//! The provider as a browser meets it: requests and answers.

use crate::world::World;
use axum::body::Body;
use backend::throttle::{PeerAddress, ShownDevice};
use http::{Request, StatusCode};
use http_body_util::BodyExt;
use jsonwebtoken::jwk::JwkSet;
use serde_json::Value;
use tower::ServiceExt;

impl World {
    /// Posts JSON to the provider.
    pub async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.post_from("198.51.100.7", path, body).await
    }

    pub async fn post_from(&self, address: &str, path: &str, body: Value) -> (StatusCode, Value) {
        self.post_raw(address, path, "application/json", body.to_string()).await
    }

    /// A post by a browser that shows the device token of an earlier sign-in.
    pub async fn post_shown(&self, address: &str, shown: ShownDevice, path: &str, body: Value) -> (StatusCode, Value) {
        let request = Request::post(path).header("content-type", "application/json");
        let request = request.extension(PeerAddress(address.into())).extension(shown);
        self.answered(request.body(body.to_string().into()).unwrap()).await
    }

    async fn answered(&self, request: Request<Body>) -> (StatusCode, Value) {
        let response = self.backend.identity.router().unwrap().oneshot(request).await.unwrap();
        let status = response.status();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&body).unwrap())
    }

    pub async fn post_raw(
        &self,
        address: &str,
        path: &str,
        content_type: &str,
        body: impl Into<Body>,
    ) -> (StatusCode, Value) {
        let request = Request::post(path)
            .header("content-type", content_type)
            .extension(PeerAddress(address.into()))
            .body(body.into())
            .unwrap();
        self.answered(request).await
    }

    pub async fn jwks(&self) -> JwkSet {
        let request = Request::get("/jwks").body(Body::empty()).unwrap();
        let response = self.backend.identity.router().unwrap().oneshot(request).await.unwrap();
        serde_json::from_slice(&response.into_body().collect().await.unwrap().to_bytes()).unwrap()
    }

    pub async fn refresh(&self, refresh_token: &str) -> (StatusCode, Value) {
        let body = format!("grant_type=refresh_token&refresh_token={refresh_token}");
        self.post_raw("198.51.100.7", "/token", "application/x-www-form-urlencoded", body).await
    }
}

/// The code of an error body, which must have the Identity Toolkit's shape.
pub fn code((status, body): (StatusCode, Value)) -> String {
    let error = &body["error"];
    assert_eq!(error["code"], status.as_u16(), "{body}");
    assert_eq!(error["errors"][0]["message"], error["message"], "{body}");
    assert!(status.is_client_error(), "{status} {body}");
    error["message"].as_str().unwrap().split(" : ").next().unwrap().to_owned()
}

pub fn ok((status, body): (StatusCode, Value)) -> Value {
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}
